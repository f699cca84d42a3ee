import { useId } from 'react'
import type { DeliverBody } from '#api/contract/orders/deliveries.ts'
import { formatBytes } from '#api/rules/order-work/uploads.ts'
import { readIssues, readMessage } from '#site/kit/client/refusals.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { type Errors, FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { FieldError, TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import { AddFilesButton, AttachmentBar } from '#site/order/attachments/attachment-bar.tsx'
import { useAttachments } from '#site/order/attachments/use-attachments.ts'
import { useDraft } from '#site/order/drafts.ts'
import type { Call } from '#site/order/use-conversation.ts'

const LONGEST_NOTE = 2000
const AFTER = 'You can’t change a delivery later, but you can deliver again.'

interface DeliverDialogProps {
  orderId: number
  /** Also the button's label. */
  title: string
  description: string
  intro: string
  /** The toast's text if the API gives no reason. */
  failure: string
  /** Whether the call takes only one link. */
  hasOneLink?: boolean
  call: Call
  /** @throws as callApi does */
  onDeliver: (body: DeliverBody) => Promise<void>
  /** Whether the caller handles this error itself. */
  isHandled?: (error: unknown) => boolean
  onClose: () => void
}

/** Sends a delivery: a note, links and files. What is typed survives a reload, like the draft of a message. */
export function DeliverDialog({ orderId, call, hasOneLink = false, ...props }: DeliverDialogProps) {
  const [{ text: note, links = '', files = [] }, setDraft] = useDraft(orderId, 'delivery')
  const attachments = useAttachments({
    orderId,
    call,
    attached: files,
    change: (next) => setDraft((draft) => ({ ...draft, files: next(draft.files ?? []) })),
  })
  const id = useId()
  const { limits } = attachments

  async function save(): Promise<void> {
    await props.onDeliver({
      ...(note.trim() && { note }),
      ...(links.trim() && { links: readLinks(links) }),
      ...(files.length > 0 && { fileIds: files.map((file) => file.id) }),
    })
    setDraft(() => undefined)
    props.onClose()
  }

  function explain(error: unknown): Errors {
    if (props.isHandled?.(error)) return {}
    const of = (name: RegExp) => readIssues(error).find(({ path }) => name.test(path))?.message
    const errors = { note: of(/note$/i), links: of(/link/i), files: of(/file/i) }
    if (!Object.values(errors).some(Boolean)) showError('Error', readMessage(error) ?? props.failure)
    return errors
  }

  const linkProps = {
    label: 'Link',
    autoComplete: 'off',
    placeholder: 'https://',
    value: links,
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setDraft((draft) => ({ ...draft, links: value })),
  }
  return (
    <FormDialog<Errors>
      size="lg"
      title={props.title}
      description={props.description}
      submitLabel={props.title}
      className="flex flex-col gap-5"
      legend="What was delivered"
      onClose={props.onClose}
      check={() => (attachments.isSending ? { files: 'Please wait until all files are uploaded.' } : {})}
      save={save}
      explain={explain}
      before={<p className="mb-5 max-w-text text-sm text-ink-quiet">{`${props.intro} ${AFTER}`}</p>}
    >
      {(errors) => (
        <>
          <TextAreaField
            label="Delivery note"
            name="deliveryNote"
            rows={4}
            maxLength={LONGEST_NOTE}
            autoComplete="off"
            value={note}
            error={errors.note}
            hint="Say what was done and what to check first. No passwords."
            onChange={({ target: { value } }) => setDraft((draft) => ({ ...draft, text: value }))}
          />
          {hasOneLink ? (
            <TextField
              {...linkProps}
              name="deliveryLink"
              type="url"
              inputMode="url"
              maxLength={500}
              error={errors.links}
            />
          ) : (
            <TextAreaField
              {...linkProps}
              name="links"
              rows={2}
              hint="You can add several, one per line."
              error={errors.links}
            />
          )}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same */}
          <div
            className="flex flex-col gap-1.5"
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              attachments.add(event.dataTransfer.files)
            }}
          >
            <p className="text-sm font-medium text-ink">Files</p>
            <AttachmentBar attached={files} sending={attachments.sending} onRemove={attachments.remove} />
            <div className="flex flex-wrap items-center gap-x-3">
              <AddFilesButton onAdd={attachments.add} />
              {limits && (
                <p className="text-sm text-ink-quiet">Up to {formatBytes(limits.largestFileBytes)} each.</p>
              )}
            </div>
            {errors.files && (
              <FieldError id={`${id}-files`} of={files}>
                {errors.files}
              </FieldError>
            )}
          </div>
        </>
      )}
    </FormDialog>
  )
}

/** One link per line; without a scheme it gets https. */
function readLinks(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((link) => (/^[a-z]+:/i.test(link) ? link : `https://${link}`))
}
