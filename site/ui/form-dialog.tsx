import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { Dialog, type DialogSize } from './dialog.tsx'

export interface FormDialogProps<Errors extends object> {
  title: string
  description?: string | undefined
  size?: DialogSize
  submitLabel: string
  busyLabel?: string
  submitVariant?: ButtonVariant
  submitClassName?: string
  /** Names the group of fields, which is then locked while it saves. */
  legend?: string
  /** Of the group of fields. */
  className?: string
  /** Not called while it saves. */
  onClose: () => void
  /** @returns what the form itself can tell is wrong, by field */
  check?: () => Errors
  /** Sends the form, and closes the dialog. */
  save: () => Promise<void>
  /** Says that saving failed. @returns what was refused, by field */
  explain: (error: unknown) => Errors
  before?: ReactNode
  aside?: ReactNode
  after?: ReactNode
  children: (errors: Errors) => ReactNode
}

/** A form in a dialog. It is sent once at a time; where something is wrong, the first such field takes the focus. */
export function FormDialog<Errors extends object>(props: FormDialogProps<Errors>) {
  const { title, description, size, submitLabel, busyLabel = 'Saving...', legend, className } = props
  const {
    submitVariant = 'primary',
    submitClassName = 'min-w-40 max-sm:flex-1',
    before,
    aside,
    after,
    children,
  } = props
  const [errors, setErrors] = useState({} as Errors)
  const [isSaving, setIsSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const close = () => !isSaving && props.onClose()

  useEffect(() => {
    if (hasErrors(errors)) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSaving) return
    const found = props.check?.() ?? ({} as Errors)
    setErrors(found)
    if (hasErrors(found)) return
    setIsSaving(true)
    try {
      await props.save()
    } catch (error) {
      setErrors(props.explain(error))
      setIsSaving(false)
    }
  }

  const fields = (
    <form
      ref={form}
      id={formId}
      noValidate
      onSubmit={(event) => void submit(event)}
      className={legend ? undefined : className}
    >
      {legend ? (
        <fieldset disabled={isSaving} className={`min-w-0 ${className ?? ''}`}>
          <legend className="sr-only">{legend}</legend>
          {children(errors)}
        </fieldset>
      ) : (
        children(errors)
      )}
    </form>
  )
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      {...(size && { size })}
      {...(description && { description })}
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="secondary" disabled={isSaving} onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={submitVariant}
            form={formId}
            busy={isSaving}
            className={submitClassName}
          >
            {isSaving ? busyLabel : submitLabel}
          </Button>
        </div>
      }
    >
      {before}
      {aside ? (
        <div className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18.5rem]">
          {fields}
          {aside}
        </div>
      ) : (
        fields
      )}
      {after}
    </Dialog>
  )
}

const hasErrors = (errors: object) => Object.values(errors).some(Boolean)
