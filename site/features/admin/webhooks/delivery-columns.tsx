import { RotateCw } from 'lucide-react'
import type { WebhookDelivery } from '../../../../api/contract/webhooks.ts'
import { Badge } from '../../../ui/badge.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { ActButton } from '../jobs/act-button.tsx'
import { Nothing, TwoLines } from '../list/cells.tsx'
import { MomentCell } from '../list/moment-cell.tsx'
import { AdminOrderLink } from '../orders/admin-order-link.tsx'
import { DELIVERY_STATE_LABELS, DELIVERY_STATE_TONES } from './webhook-labels.ts'

const column = columnsOf<WebhookDelivery>()

/** @param onResent stable: the columns are made once */
export function makeDeliveryColumns(onResent: () => void) {
  return column.columns([
    column.accessor('createdAt', {
      header: 'When',
      sortDescFirst: true,
      meta: { className: '[td&]:align-top' },
      cell: ({ getValue }) => <MomentCell iso={getValue()} />,
    }),
    column.accessor('event', {
      header: 'Message',
      enableSorting: false,
      meta: { card: 'title', className: 'w-[30%] [overflow-wrap:anywhere] [td&]:align-top' },
      cell: ({ row: { original: delivery } }) => (
        <TwoLines below={delivery.messageId}>
          {delivery.event} <span className="font-normal text-ink-quiet">·</span>{' '}
          <AdminOrderLink id={delivery.orderId}>{delivery.invoiceNumber}</AdminOrderLink>
        </TwoLines>
      ),
    }),
    column.accessor('url', {
      header: 'To',
      enableSorting: false,
      meta: { className: 'w-[20%] [overflow-wrap:anywhere] [td&]:align-top' },
      cell: ({ getValue }) => getValue(),
    }),
    column.accessor('state', {
      header: 'State',
      enableSorting: false,
      meta: { card: 'corner', className: '[td&]:align-top' },
      cell: ({ row: { original: delivery } }) => (
        <Badge tone={DELIVERY_STATE_TONES[delivery.state]} dot>
          {DELIVERY_STATE_LABELS[delivery.state]}
        </Badge>
      ),
    }),
    column.accessor('response', {
      header: 'Response',
      enableSorting: false,
      meta: { className: 'w-[18%] [overflow-wrap:anywhere] [td&]:align-top' },
      cell: ({ row: { original: delivery } }) => <Response delivery={delivery} />,
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { align: 'end', card: 'actions', className: '[td&]:align-top' },
      cell: ({ row: { original: delivery } }) => (
        <ActButton
          path={`/api/admin/webhook-deliveries/${delivery.id}/resend`}
          icon={RotateCw}
          label="Send again"
          describedAs={`${delivery.event} ${delivery.invoiceNumber} ${delivery.messageId}`}
          done={['Message Queued', `${delivery.event} will be sent again in a moment.`]}
          failed="Sending Failed"
          onDone={onResent}
        />
      ),
    }),
  ])
}

function Response({ delivery }: { delivery: WebhookDelivery }) {
  const { attempts, responseStatus, response, state, nextTryAt } = delivery
  if (attempts === 0 && !response) return <Nothing />
  return (
    <TwoLines
      isPlain
      below={
        <>
          {attempts === 1 ? 'One try' : `${attempts} tries`}
          {state === 'waiting' && nextTryAt && (
            <>
              , the next <MomentCell iso={nextTryAt} />
            </>
          )}
        </>
      }
    >
      {[responseStatus, response].filter(Boolean).join(' ')}
    </TwoLines>
  )
}
