import { useState } from 'react'
import type { RequestKind, Work } from '#api/contract/orders/deliveries.ts'
import { explainBy } from '#site/kit/stores/use-action.ts'
import { useStored } from '#site/kit/stores/use-stored.ts'
import { type Errors, FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { TextAreaField } from '#site/kit/ui/field/field.tsx'

interface RequestDialogProps {
  orderId: number
  kind: RequestKind
  /** The label of the button that opened the dialog. */
  title: string
  work: Work
  /** @throws as callApi does */
  onSend: (text: string) => Promise<void>
  onClose: () => void
}

/** The customer reports a fault in a delivery or asks for a change. */
export function RequestDialog({ orderId, kind, title, work, onSend, onClose }: RequestDialogProps) {
  const [text, setText] = useStored<string>(`request-${orderId}-${kind}`, '')
  const [isWarranty] = useState(work.warrantyUntil !== null)
  const isFault = kind === 'fault'
  return (
    <FormDialog<Errors>
      size="lg"
      title={title}
      submitLabel={isFault ? 'Send report' : 'Request change'}
      busyLabel="Sending..."
      legend={title}
      onClose={onClose}
      check={() => (text.trim() ? {} : { text: `Please describe the ${isFault ? 'problem' : 'change'}` })}
      save={async () => {
        await onSend(text)
        setText(undefined)
        onClose()
      }}
      explain={explainBy('Not Sent', 'Your text is still here. Please try again.')}
      before={
        <p className="mb-5 max-w-text text-sm leading-relaxed text-ink-quiet">
          {isWarranty
            ? 'We fix it free of charge and tell you when it will be done.'
            : isFault
              ? 'We’ll fix it and deliver again. It won’t use up a round of changes.'
              : describeIncluded(work)}
        </p>
      }
    >
      {(errors) => (
        <TextAreaField
          label={isFault ? 'What is wrong?' : 'What should we change?'}
          name="text"
          required
          rows={6}
          maxLength={5000}
          autoComplete="off"
          value={text}
          error={errors.text}
          hint={
            isFault
              ? 'Tell us where it is, what happens and what you expected. Add pictures in the conversation.'
              : 'List everything you want changed, so that one round is enough.'
          }
          onChange={({ target: { value } }) => setText(value)}
        />
      )}
    </FormDialog>
  )
}

function describeIncluded({ includedChanges, usedChanges }: Work): string {
  if (includedChanges === null) return 'The description of your package says what is included.'
  const team = 'The team will decide on this one and tell you.'
  if (includedChanges === 0) return `Your package includes no changes. ${team}`
  const changes = includedChanges === 1 ? '1 change' : `${includedChanges} changes`
  return usedChanges < includedChanges
    ? `Your package includes ${changes}. You’ve used ${usedChanges}.`
    : `Your package includes ${changes}, and you’ve used ${includedChanges === 1 ? 'it' : 'all of them'}. ${team}`
}
