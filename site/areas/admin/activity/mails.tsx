import { Mail as MailIcon, Send } from 'lucide-react'
import type { Mail } from '#api/contract/operations/jobs.ts'
import { MAIL_LABELS } from '#api/contract/operations/mail-kinds.ts'
import { MAIL_STATE } from '#api/rules/outgoing.ts'
import { ActButton, Email } from '#site/areas/admin/list/cells.tsx'
import { FetchedCard } from '#site/areas/admin/list/fetched-card.tsx'
import { AdminOrderLink } from '#site/areas/admin/list/place-link.tsx'
import { MAIL_STATES } from '#site/areas/admin/list/row-labels.ts'
import { RowMenu } from '#site/areas/admin/list/row-menu.tsx'
import { readMessage } from '#site/kit/client/refusals.ts'
import { formatMoment } from '#site/kit/format/date.ts'
import { labelsOf, StateBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { makeActivity, Tries } from './make-activity.tsx'

const STATES = { all: 'All statuses', ...labelsOf(MAIL_STATES), unresolved: 'Bounced, not resent' }
export const Panel = makeActivity<Mail>({
  title: 'Emails',
  noun: ['email', 'emails'],
  path: '/api/admin/mails',
  defaultSort: '-createdAt',
  filters: [
    { name: 'kind', label: 'Kind', options: { all: 'All kinds', ...MAIL_LABELS } },
    { name: 'state', label: 'Status', options: STATES },
  ],
  searchHint: 'Address or subject',
  empty: {
    icon: MailIcon,
    title: 'No emails yet',
    children:
      'Confirmations, receipts and all other emails from the shop are listed here with their delivery status.',
  },
  sorts: { what: 'kind', state: 'state' },
  when: ({ createdAt }) => createdAt,
  what: ({ kind, resends, subject }) => ({
    children: (
      <>
        {MAIL_LABELS[kind]}
        {resends !== null && <span className="font-normal text-ink-quiet"> · resend of no. {resends}</span>}
      </>
    ),
    below: subject,
  }),
  about: ({ toEmail, orderId }) => ({
    main: toEmail !== null && <Email address={toEmail} />,
    order: orderId !== null && <AdminOrderLink id={orderId}>INV-{orderId}</AdminOrderLink>,
  }),
  state: ({ state }) => MAIL_STATES[state],
  details: ({ attempts, reason, state }) => (
    <Tries reason={reason} tries={MAIL_STATE[state].isSkipped ? 0 : attempts} />
  ),
  act: (mail, refresh) => <MailMenu mail={mail} onResent={refresh} />,
})

function MailMenu({ mail, onResent }: { mail: Mail; onResent: () => void }) {
  const of = `${MAIL_LABELS[mail.kind]}${mail.toEmail ? ` to ${mail.toEmail}` : ''}`
  return (
    <RowMenu of={of}>
      <ActButton
        path={`/api/admin/mails/${mail.id}/resend`}
        icon={Send}
        label="Send again"
        of={of}
        variant="ghost"
        done={['Email Queued', 'It will be sent again in a moment.']}
        failed="Resend Failed"
        explain={(error) => readMessage(error) ?? 'The email couldn’t be queued. Please try again.'}
        onDone={onResent}
      />
    </RowMenu>
  )
}

interface OrderMailsProps {
  opening: unknown
  /** A filter of the mail list, such as `orderId=12`. */
  filter: string
  empty: string
}

/** The mails about an order (to its customer and the team) or to one person, newest first. */
export function OrderMails({ opening, filter, empty }: OrderMailsProps) {
  return (
    <FetchedCard<Mail[]>
      opening={opening}
      path={`/api/admin/mails?${filter}`}
      title="Emails"
      failure="The emails didn’t load"
      empty={empty}
    >
      {(mails, refresh) => (
        <ul className="divide-y divide-line">
          {mails.map((mail) => (
            <li key={mail.id} className="flex items-center justify-between gap-x-4 px-5 py-3 text-sm sm:px-6">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-ink">
                  {MAIL_LABELS[mail.kind]}
                  <StateBadge look={MAIL_STATES[mail.state]} />
                </p>
                <p className="mt-0.5 tabular-nums text-ink-quiet [overflow-wrap:anywhere]">
                  {mail.toEmail && (
                    <>
                      <Email address={mail.toEmail} /> ·{' '}
                    </>
                  )}
                  <time dateTime={mail.createdAt}>{formatMoment(mail.createdAt)}</time>
                </p>
                {mail.reason && (
                  <p className="mt-0.5 text-ink-quiet [overflow-wrap:anywhere]">{mail.reason}</p>
                )}
              </div>
              <MailMenu mail={mail} onResent={refresh} />
            </li>
          ))}
        </ul>
      )}
    </FetchedCard>
  )
}
