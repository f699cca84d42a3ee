import type { Mail } from '../../../../api/contract/operation.ts'
import { formatMoment } from '../../../format/date.ts'
import { StateBadge } from '../../../ui/primitives/status-badge.tsx'
import { Email } from '../list/cells.tsx'
import { KIND_LABELS, MAIL_STATES } from '../mail/mail-labels.ts'
import { ResendButton } from '../mail/resend-button.tsx'
import { OrderPart } from './order-part.tsx'

interface OrderMailsProps {
  opening: unknown
  /** Of the list of mails: `orderId=12`. */
  filter: string
  empty: string
}

/** The mails about an order, to its customer and to the team, or to one person; the newest first. */
export function OrderMails({ opening, filter, empty }: OrderMailsProps) {
  return (
    <OrderPart<Mail[]>
      opening={opening}
      path={`/api/admin/mails?${filter}`}
      title="Mails"
      failure="The mails did not load"
      empty={empty}
    >
      {(mails, refresh) => (
        <ul className="divide-y divide-line">
          {mails.map((mail) => (
            <li
              key={mail.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3 text-sm sm:px-6"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-ink">
                  {KIND_LABELS[mail.kind]}
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
              <ResendButton mail={mail} onResent={refresh} />
            </li>
          ))}
        </ul>
      )}
    </OrderPart>
  )
}
