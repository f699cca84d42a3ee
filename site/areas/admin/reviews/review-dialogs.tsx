/** The dialogs in which an admin handles a review. The team cannot edit one. */
import { useState } from 'react'
import type { AdminReview } from '#api/contract/orders/reviews.ts'
import { HIDING_REASONS, type HidingReason, LONGEST_REVIEW } from '#api/rules/order-work/reviews.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy } from '#site/kit/stores/use-action.ts'
import { bindText, DraftDialog, type FieldErrors } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { SelectField, TextAreaField } from '#site/kit/ui/field/field.tsx'
import { UNCHOSEN } from '#site/kit/ui/field/options.ts'
import { Stars } from '#site/kit/ui/primitives/stars.tsx'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'

type Errors = FieldErrors<{ reason: string; text: string }>

interface DialogProps {
  review: AdminReview
  tools: Dialogs
}

const explain = explainBy('Not Saved', 'Please check your connection and try again.')

/** Asks before a review is published or hidden. The team reads it whole here. */
export function DecisionDialog({ review, tools, decision }: DialogProps & { decision: 'show' | 'hide' }) {
  const { id, version } = review
  const [reason, setReason] = useState<HidingReason | ''>('')
  return (
    <FormDialog<Errors>
      title={decision === 'show' ? 'Publish this review?' : 'Hide this review?'}
      description={review.packageName}
      submitLabel={decision === 'show' ? 'Publish' : 'Hide'}
      submitVariant={decision === 'show' ? 'primary' : 'destructive'}
      legend="Decision"
      className="mt-5 grid gap-5"
      onClose={tools.close}
      check={() => (decision === 'hide' && !reason ? { reason: 'Please choose a reason' } : {})}
      save={async () => {
        const body = { version, decision, ...(decision === 'hide' && { reason }) }
        await callAdminApi(`/api/admin/reviews/${id}/decision`, { method: 'POST', body })
        showToast(
          decision === 'show' ? 'Review Published' : 'Review Hidden',
          'The pages update within a minute.',
        )
        tools.finish()
      }}
      explain={explain}
      before={<Words review={review} />}
    >
      {(errors) =>
        decision === 'hide' && (
          <SelectField
            label="Reason"
            required
            value={reason || UNCHOSEN}
            error={errors.reason}
            hint="The customer sees this. A low rating isn’t a reason."
            onChange={({ target: { value } }) => setReason(value as HidingReason)}
          >
            <option value={UNCHOSEN} disabled hidden>
              Please choose
            </option>
            {Object.entries(HIDING_REASONS).map(([one, label]) => (
              <option key={one} value={one}>
                {label}
              </option>
            ))}
          </SelectField>
        )
      }
    </FormDialog>
  )
}

export function ReplyDialog({ review, tools }: DialogProps) {
  const { id, version } = review
  return (
    <DraftDialog<{ text: string }, Errors>
      initial={{ text: '' }}
      title="Reply to a review"
      description={review.packageName}
      submitLabel="Publish the reply"
      legend="Reply"
      className="mt-5"
      onClose={tools.close}
      check={({ text }) => (text.trim() ? {} : { text: 'Please write a reply' })}
      save={async ({ text }) => {
        await callAdminApi(`/api/admin/reviews/${id}/reply`, { method: 'POST', body: { version, text } })
        showToast('Reply Published', 'The pages update within a minute.')
        tools.finish()
      }}
      explain={explain}
      before={<Words review={review} />}
    >
      {(editing) => (
        <TextAreaField
          {...bindText(editing, 'text')}
          label="Reply"
          required
          rows={5}
          maxLength={LONGEST_REVIEW}
          hint="Shown publicly below the review. You can’t change it later."
        />
      )}
    </DraftDialog>
  )
}

function Words({ review: { rating, comment, reply, ...named } }: { review: AdminReview }) {
  return (
    <div className="flex flex-col items-start gap-2 text-sm leading-relaxed">
      <Stars rating={rating} />
      <p className="max-w-text whitespace-pre-line text-ink [overflow-wrap:anywhere]">{comment}</p>
      <p className="text-ink-quiet [overflow-wrap:anywhere]">
        {[named.customerName, named.customerRole, named.customerCompany].filter(Boolean).join(', ')}
      </p>
      {reply && <p className="text-ink-quiet [overflow-wrap:anywhere]">Our reply: {reply}</p>}
    </div>
  )
}
