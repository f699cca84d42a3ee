import { RotateCw, Send } from 'lucide-react'
import type { WebhookMessage } from '#api/contract/outbound/webhooks.ts'
import { WEBHOOK_MESSAGE_STATE } from '#api/rules/outgoing.ts'
import { makeList } from '#site/areas/admin/list/admin-table.tsx'
import {
  ActButton,
  actionsColumn,
  EmptyValue,
  MomentCell,
  momentColumn,
  TwoLines,
} from '#site/areas/admin/list/cells.tsx'
import { AdminOrderLink } from '#site/areas/admin/list/place-link.tsx'
import { countTries } from '#site/areas/admin/list/row-labels.ts'
import { RowMenu } from '#site/areas/admin/list/row-menu.tsx'
import { labelsOf, StateBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { EVENT_LABELS, WEBHOOK_MESSAGE_LABELS } from './endpoint-dialogs.tsx'
import { EndpointList } from './endpoint-list.tsx'

/** The shop's outgoing webhooks: the receiving programs, and the messages of the last 30 days. */
export const Panel = makeList<WebhookMessage>({
  title: 'Messages',
  noun: ['message', 'messages'],
  path: '/api/admin/webhook-messages',
  defaultSort: '-createdAt',
  filters: [
    { name: 'event', label: 'Event', options: { all: 'All events', ...EVENT_LABELS } },
    { name: 'state', label: 'Status', options: { all: 'All statuses', ...labelsOf(WEBHOOK_MESSAGE_LABELS) } },
  ],
  prefix: 'message-',
  above: ({ refresh }) => <EndpointList onDeleted={refresh} />,
  searchHint: 'Invoice or message',
  empty: {
    icon: Send,
    title: 'No messages yet',
    children: 'Messages of the last 30 days are listed here with their tries and responses.',
  },
  columns: ({ refresh }) => [
    momentColumn('When', (row) => row.createdAt, { sort: '-createdAt' }),
    {
      header: 'Message',
      card: 'title',
      className: 'w-[30%]',
      cell: ({ messageId, event, orderId, invoiceNumber }) => (
        <TwoLines below={messageId}>
          {event} <span className="font-normal text-ink-quiet">·</span>{' '}
          <AdminOrderLink id={orderId}>
            <span translate="no">{invoiceNumber}</span>
          </AdminOrderLink>
        </TwoLines>
      ),
    },
    { header: 'To', className: 'w-[20%]', cell: ({ url }) => url },
    {
      header: 'Status',
      card: 'corner',
      cell: ({ state }) => <StateBadge look={WEBHOOK_MESSAGE_LABELS[state]} />,
    },
    { header: 'Response', className: 'w-[18%]', cell: (message) => <Response message={message} /> },
    actionsColumn((message) => {
      const of = `${message.event} ${message.invoiceNumber} ${message.messageId}`
      return (
        <RowMenu of={of}>
          <ActButton
            path={`/api/admin/webhook-messages/${message.id}/resend`}
            icon={RotateCw}
            label="Send again"
            of={of}
            variant="ghost"
            done={['Message Queued', `${message.event} will be sent again in a moment.`]}
            failed="Sending Failed"
            onDone={refresh}
          />
        </RowMenu>
      )
    }),
  ],
})

function Response({ message }: { message: WebhookMessage }) {
  const { attempts, responseStatus, response, state, nextTryAt } = message
  if (attempts === 0 && !response) return <EmptyValue />
  return (
    <TwoLines
      isPlain
      below={
        <>
          {countTries(attempts)}
          {WEBHOOK_MESSAGE_STATE[state].isWaiting && nextTryAt && (
            <>
              , next <MomentCell iso={nextTryAt} />
            </>
          )}
        </>
      }
    >
      {[responseStatus, response].filter(Boolean).join(' ')}
    </TwoLines>
  )
}
