/** The card 'Your review' of an order's page: asks for a review and shows its state. */
import { useState } from 'react'
import type { OrderReview } from '#api/contract/orders/reviews.ts'
import { HIDING_REASONS, REVIEW_STATE } from '#api/rules/order-work/reviews.ts'
import { callApi } from '#site/kit/client/api.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy } from '#site/kit/stores/use-action.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { Stars } from '#site/kit/ui/primitives/stars.tsx'
import { sendHint } from '#site/order/live.ts'
import { useOrderPart } from '#site/order/use-order-part.ts'
import { ReviewDialog } from './review-dialog.tsx'

export function ReviewCard({ orderId, packageName }: { orderId: number; packageName: string }) {
  const path = `/api/orders/${orderId}/review`
  const { data, setData } = useOrderPart<OrderReview>(orderId, 'review')
  const [openDialog, setOpenDialog] = useState<'write' | 'withdraw' | undefined>()
  if (!data || (!data.canWrite && !data.review)) return null
  const { canWrite, review } = data
  const hasReview = review !== null && !REVIEW_STATE[review.state].isWithdrawn
  const close = () => setOpenDialog(undefined)

  /** @throws as callApi does */
  async function send(method: 'PUT' | 'DELETE', body?: object): Promise<void> {
    setData(await callApi<OrderReview>(path, { method, ...(body && { body }) }))
    sendHint(orderId)
  }

  return (
    <Card title="Your review">
      <div className="flex flex-col gap-4 px-5 py-5 text-sm leading-relaxed text-ink-quiet sm:px-6">
        <p aria-live="polite" className="text-ink">
          {describeState(data, packageName)}
        </p>
        {hasReview && (
          <div className="flex max-w-text flex-col gap-2">
            <Stars rating={review.rating} className="h-4 self-start" />
            <p className="whitespace-pre-line text-ink [overflow-wrap:anywhere]">{review.comment}</p>
            <p className="[overflow-wrap:anywhere]">
              {[review.customerName, review.customerRole, review.customerCompany].filter(Boolean).join(', ')}
            </p>
            {review.reply && (
              <p className="whitespace-pre-line border-l-2 border-line-strong pl-3 [overflow-wrap:anywhere]">
                <span className="font-medium text-ink">Our reply: </span>
                {review.reply}
              </p>
            )}
          </div>
        )}
        <div className="flex flex-wrap gap-3 empty:hidden">
          {canWrite && (
            <Button
              variant={review ? 'secondary' : 'primary'}
              className="max-sm:w-full"
              onClick={() => setOpenDialog('write')}
            >
              {review ? 'Edit my review' : 'Write a review'}
            </Button>
          )}
          {hasReview && (
            <Button variant="ghost" className="max-sm:w-full" onClick={() => setOpenDialog('withdraw')}>
              Withdraw my review
            </Button>
          )}
        </div>
      </div>
      {openDialog === 'write' && (
        <ReviewDialog
          orderId={orderId}
          packageName={packageName}
          own={data}
          onClose={close}
          onSend={(body) => send('PUT', body)}
        />
      )}
      {openDialog === 'withdraw' && (
        <ConfirmDialog
          title="Withdraw your review?"
          cancel="Keep it"
          confirm="Withdraw my review"
          onCancel={close}
          onConfirm={async () => {
            await send('DELETE')
            close()
            showToast('Your review is withdrawn', 'Its text and your name are deleted.')
          }}
          explain={(error) => {
            explainBy('Not Withdrawn', 'Please try again.')(error)
            close()
          }}
        >
          Its text and your name are deleted permanently. You can’t review this order again.
        </ConfirmDialog>
      )}
    </Card>
  )
}

function describeState({ review, canWrite, editableUntil }: OrderReview, packageName: string): string {
  if (!review)
    return `How was ${packageName}? A few words on what was good and what wasn’t help others decide.`
  const until = canWrite && editableUntil ? ` You can edit it until ${formatDate(editableUntil)}.` : ''
  const texts = {
    waiting: review.appearsAt
      ? `It will appear once we have checked it, by ${formatDate(review.appearsAt)} at the latest.`
      : 'It will appear once we have checked it.',
    shown: 'It’s published on the package page.',
    hidden: `It isn’t shown. Reason: ${HIDING_REASONS[review.hiddenReason ?? 'off_topic'].toLowerCase()}.`,
    withdrawn: 'You’ve withdrawn your review.',
  }
  return `${texts[review.state]}${until}`
}
