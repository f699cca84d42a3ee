import { useId, useState } from 'react'
import type { OrderReview, ReviewBody } from '#api/contract/orders/reviews.ts'
import { EDITED_WITHIN_DAYS, LONGEST_REVIEW, type ReviewerNaming } from '#api/rules/order-work/reviews.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy } from '#site/kit/stores/use-action.ts'
import { useStored } from '#site/kit/stores/use-stored.ts'
import { type Errors, FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { FieldError, RequiredMark, SelectField, TextAreaField } from '#site/kit/ui/field/field.tsx'
import { useFreshError } from '#site/kit/ui/field/fresh-error.ts'
import { Star } from '#site/kit/ui/primitives/stars.tsx'

const RATINGS = [1, 2, 3, 4, 5]

interface ReviewDialogProps {
  orderId: number
  packageName: string
  own: OrderReview
  /** @throws as callApi does */
  onSend: (body: ReviewBody) => Promise<void>
  onClose: () => void
}

export function ReviewDialog({ orderId, packageName, own, onSend, onClose }: ReviewDialogProps) {
  const { names, review } = own
  const [rating, setRating] = useState(review?.rating ?? 0)
  const [comment, setComment] = useStored<string>(`review-${orderId}`, review?.comment ?? '')
  const [naming, setNaming] = useState<ReviewerNaming>(review?.naming ?? names[0]?.naming ?? 'full')
  return (
    <FormDialog<Errors>
      title={review ? 'Edit your review' : 'Write a review'}
      description={packageName}
      submitLabel="Send review"
      busyLabel="Sending..."
      legend="Your review"
      className="grid gap-5"
      onClose={onClose}
      check={() => ({
        ...(rating === 0 && { rating: 'Please give 1 to 5 stars' }),
        ...(!comment.trim() && { comment: 'Please write a few words' }),
      })}
      save={async () => {
        await onSend({ rating, comment, naming })
        setComment(undefined)
        showToast('Thank you for your review', 'It will appear once we have checked it.')
        onClose()
      }}
      explain={explainBy('Not Sent', 'Your text is still here. Please try again.')}
      after={
        <p className="mt-5 text-sm text-ink-quiet">
          You can edit it for {EDITED_WITHIN_DAYS} days and withdraw it at any time. We never change what you
          write.
        </p>
      }
    >
      {(errors) => (
        <>
          <RatingField rating={rating} error={errors.rating} onChange={setRating} />
          <TextAreaField
            label="What was good, and what was not?"
            name="comment"
            required
            rows={5}
            maxLength={LONGEST_REVIEW}
            autoComplete="off"
            value={comment}
            error={errors.comment}
            onChange={({ target: { value } }) => setComment(value)}
          />
          <SelectField
            label="Shown as"
            name="naming"
            value={naming}
            error={errors.naming}
            onChange={({ target: { value } }) => setNaming(value as ReviewerNaming)}
          >
            {names.map((one) => (
              <option key={one.naming} value={one.naming}>
                {one.name}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </FormDialog>
  )
}

interface RatingFieldProps {
  rating: number
  error: string | undefined
  onChange: (rating: number) => void
}

function RatingField({ rating, error: found, onChange }: RatingFieldProps) {
  const error = useFreshError(found, rating)
  /** The star under the pointer. */
  const [pointed, setPointed] = useState(0)
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error && id}>
      <legend className="mb-1.5 text-sm font-medium text-ink">
        Stars
        <RequiredMark />
      </legend>
      <div className="-ml-2 flex" onPointerLeave={() => setPointed(0)}>
        {RATINGS.map((one) => (
          <label
            key={one}
            onPointerEnter={() => setPointed(one)}
            className="relative grid size-12 cursor-pointer place-items-center rounded focus-within:outline focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-accent"
          >
            <input
              type="radio"
              name="rating"
              value={one}
              aria-label={one === 1 ? '1 star' : `${one} stars`}
              aria-invalid={error && one === RATINGS[0] ? true : undefined}
              checked={rating === one}
              onChange={() => onChange(one)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Star isFilled={one <= (pointed || rating)} />
          </label>
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldError id={id}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}
