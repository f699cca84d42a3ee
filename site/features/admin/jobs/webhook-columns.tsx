import { RotateCw } from 'lucide-react'
import type { WebhookEvent } from '../../../../api/contract/jobs.ts'
import { Badge } from '../../../ui/badge.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { Nothing, TwoLines } from '../list/cells.tsx'
import { MomentCell } from '../list/moment-cell.tsx'
import { ActButton } from './act-button.tsx'
import { WEBHOOK_STATE_LABELS, WEBHOOK_STATE_TONES } from './job-labels.ts'

const column = columnsOf<WebhookEvent>()

/** @param onResent stable: the columns are made once */
export function makeWebhookColumns(onResent: () => void) {
  return column.columns([
    column.accessor('receivedAt', {
      header: 'When',
      sortDescFirst: true,
      meta: { className: '[td&]:align-top' },
      cell: ({ getValue }) => <MomentCell iso={getValue()} />,
    }),
    column.accessor('eventType', {
      header: 'Event',
      enableSorting: false,
      meta: { card: 'title', className: '[overflow-wrap:anywhere] [td&]:align-top' },
      cell: ({ row: { original: event } }) => <TwoLines below={event.eventId}>{event.eventType}</TwoLines>,
    }),
    column.accessor('providerPaymentId', {
      header: 'Payment',
      enableSorting: false,
      meta: { className: '[overflow-wrap:anywhere] [td&]:align-top' },
      cell: ({ getValue }) => getValue() ?? <Nothing />,
    }),
    column.accessor('state', {
      header: 'State',
      enableSorting: false,
      meta: { card: 'corner', className: '[td&]:align-top' },
      cell: ({ row: { original: event } }) => (
        <Badge tone={WEBHOOK_STATE_TONES[event.state]} dot>
          {WEBHOOK_STATE_LABELS[event.state]}
        </Badge>
      ),
    }),
    column.accessor('error', {
      header: 'Why',
      enableSorting: false,
      meta: { className: 'w-[26%] [overflow-wrap:anywhere] [td&]:align-top' },
      cell: ({ row: { original: event } }) => <Reason event={event} />,
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { align: 'end', card: 'actions', className: '[td&]:align-top' },
      cell: ({ row: { original: event } }) => (
        <ActButton
          path={`/api/admin/webhook-events/${event.id}/resend`}
          icon={RotateCw}
          label="Resend"
          describedAs={`${event.eventType} ${event.eventId}`}
          done={['Event Queued', `${event.eventType} will be handled again in a moment.`]}
          failed="Resend Failed"
          onDone={onResent}
        />
      ),
    }),
  ])
}

function Reason({ event: { attempts, error } }: { event: WebhookEvent }) {
  if (error === null) return attempts > 1 ? `${attempts} tries` : <Nothing />
  return (
    <TwoLines isPlain below={attempts === 1 ? 'One try' : `${attempts} tries`}>
      {error}
    </TwoLines>
  )
}
