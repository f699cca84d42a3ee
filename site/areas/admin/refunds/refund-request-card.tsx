/** The customer's refund request, on the admin's page of the order. */
import { calendar } from 'virtual:content'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import type { OrderRefundRequest, RefundRequest } from '#api/contract/money/refund-requests.ts'
import { dayOf } from '#api/rules/business-calendar.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { formatMoment } from '#site/kit/format/date.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { StateBadge, type StateLook } from '#site/kit/ui/primitives/status-badge.tsx'
import { NewDateDialog } from '#site/order/dates/order-dates.tsx'
import { sendHint } from '#site/order/live.ts'
import { DecisionText } from '#site/order/refund/refund-words.tsx'
import { useOrderPart } from '#site/order/use-order-part.ts'
import { DecisionDialog } from './decision-dialog.tsx'

const STATE_LOOKS: Readonly<Record<RefundRequest['state'], StateLook | undefined>> = {
  open: undefined,
  offered: { label: 'Waiting for the customer', tone: 'caution' },
  declined: { label: 'Declined', tone: 'neutral' },
  refunded: { label: 'Refund granted', tone: 'positive' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  cancelled: { label: 'Cancelled in time', tone: 'neutral' },
}

interface RefundRequestCardProps {
  orderId: number
  price: string
  description: string
}

export function RefundRequestCard({ orderId, price, description }: RefundRequestCardProps) {
  const { data, setData } = useOrderPart<OrderRefundRequest>(orderId, 'refund-request', callAdminApi)
  const [isDeciding, setIsDeciding] = useState(false)
  const [isPostponing, setIsPostponing] = useState(false)
  const request = data?.request
  if (!data || !request) return null
  const { isLive: isOpen, awaitsTeam } = REFUND_REQUEST_STATE[request.state]
  const look = STATE_LOOKS[request.state]
  return (
    <Card
      isDense
      title="Refund request"
      className={`max-lg:order-first [&>header]:py-2 ${awaitsTeam ? '[&]:border-caution/40 [&]:bg-caution-soft' : ''}`}
      actions={
        isOpen &&
        !data.isDisputed && (
          <Button icon={Scale} variant={awaitsTeam ? 'primary' : 'ghost'} onClick={() => setIsDeciding(true)}>
            {awaitsTeam ? 'Decide' : 'Change decision'}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4 px-5 py-4 text-sm sm:px-6">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {look && <StateBadge look={look} />}
          {awaitsTeam && (
            <>
              <span
                className={`font-medium ${new Date(request.dueBy) < new Date() ? 'text-negative' : 'text-ink'}`}
              >
                Decide by {formatPromise(new Date(request.dueBy))}
              </span>
              <Button variant="ghost" className="-ml-3 !px-3" onClick={() => setIsPostponing(true)}>
                Set a later date
              </Button>
            </>
          )}
        </p>
        {request.dueReason && <p className="text-ink-quiet">Reason for the delay: {request.dueReason}</p>}
        <RequestText request={request} />
        <DecisionText request={request} />
        {isOpen && (
          <p className="text-ink-quiet">
            {data.isDisputed
              ? 'The bank is reviewing the payment. Decide once that is over.'
              : request.workGoesOn
                ? 'The customer wants the work to continue in the meantime.'
                : 'Work is on hold in the meantime.'}
          </p>
        )}
      </div>
      {isPostponing && (
        <NewDateDialog
          description="The customer sees your reason on the order page and by email."
          after={dayOf(new Date(request.dueBy), calendar)}
          onSave={async (date) => {
            const path = `/api/admin/orders/${orderId}/refund-request/date`
            const body = { ...date, version: request.version }
            setData(await callAdminApi<OrderRefundRequest>(path, { method: 'POST', body }))
            sendHint(orderId)
          }}
          onClose={() => setIsPostponing(false)}
        />
      )}
      {isDeciding && (
        <DecisionDialog
          description={description}
          price={price}
          refund={data}
          request={request}
          onClose={() => setIsDeciding(false)}
          onDecide={async (body) => {
            const path = `/api/admin/orders/${orderId}/refund-request/decision`
            setData(await callAdminApi<OrderRefundRequest>(path, { method: 'POST', body }))
            sendHint(orderId)
          }}
          onFailed={() => sendHint(orderId)}
        />
      )}
    </Card>
  )
}

function RequestText({ request }: { request: RefundRequest }) {
  const { asked, at, reason, secondLookAt, secondReason } = request
  const quote = 'max-w-text whitespace-pre-line border-l-2 border-line-strong pl-3 leading-relaxed text-ink'
  return (
    <div className="flex flex-col gap-3 [overflow-wrap:anywhere]">
      <p className="tabular-nums text-ink-quiet">
        The customer requested {formatAmount(asked, request.currency)} ·{' '}
        <time dateTime={at}>{formatMoment(at)}</time>
      </p>
      {reason && <p className={quote}>{reason}</p>}
      {secondLookAt && (
        <p className={quote}>
          <span className="font-medium">The customer disputes the decision: </span>
          {secondReason}
        </p>
      )}
    </div>
  )
}
