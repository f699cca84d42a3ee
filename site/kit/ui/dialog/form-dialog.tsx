import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FoundErrors } from '#site/kit/ui/field/fresh-error.ts'
import { Button, type ButtonVariant } from '#site/kit/ui/primitives/button.tsx'
import { Dialog, type DialogSize } from './dialog.tsx'

/** Messages by field. */
export type Errors = Readonly<Record<string, string | undefined>>

export interface FormDialogProps<Errors extends object> {
  title: string
  description?: string | undefined
  size?: DialogSize
  submitLabel: string
  busyLabel?: string
  cancelLabel?: string
  submitVariant?: ButtonVariant
  submitClassName?: string
  /** Puts the fields into a fieldset with this name, which is locked while the form saves. */
  legend?: string
  className?: string
  /** Not called while the form saves. */
  onClose: () => void
  /** Runs before the form is sent. @returns the errors by field */
  check?: () => Errors
  /** Sends the form, and closes the dialog. */
  save: () => Promise<void>
  /** False: there is nothing to send, so the dialog only has a button 'Done'. */
  canSave?: boolean
  /** Tells the user that saving failed. @returns the errors by field */
  explain: (error: unknown) => Errors
  before?: ReactNode
  /** A second button, whose action is checked like a save. */
  second?: SecondAction<Errors> | undefined
  aside?: ReactNode
  after?: ReactNode
  children: (errors: Errors) => ReactNode
}

export interface SecondAction<Errors> {
  label: string
  busyLabel: string
  act: () => Promise<void>
  /** Tells the user that it failed. @returns the errors by field */
  explain: (error: unknown) => Errors
}

/** A form in a dialog. It cannot be sent twice at once, and the first wrong field gets the focus. */
export function FormDialog<Errors extends object>(props: FormDialogProps<Errors>) {
  const { title, description, size = 'md', submitLabel, busyLabel = 'Saving...', legend, className } = props
  const {
    submitVariant = 'primary',
    cancelLabel = 'Cancel',
    canSave = true,
    submitClassName = 'min-w-40 max-sm:flex-1',
    before,
    second,
    aside,
    after,
    children,
  } = props
  const [errors, setErrors] = useState({} as Errors)
  const [running, setRunning] = useState<'save' | 'second' | undefined>()
  const isSaving = running !== undefined
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const close = () => !isSaving && props.onClose()

  useEffect(() => {
    if (hasErrors(errors)) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  /** @returns whether the action succeeded */
  async function run(
    which: 'save' | 'second',
    { act, explain }: Pick<SecondAction<Errors>, 'act' | 'explain'>,
  ) {
    if (isSaving) return false
    const found = props.check?.() ?? ({} as Errors)
    setErrors(found)
    if (hasErrors(found)) return false
    setRunning(which)
    try {
      await act()
      return true
    } catch (error) {
      setErrors(explain(error))
      setRunning(undefined)
      return false
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    await run('save', { act: props.save, explain: props.explain })
  }

  async function runSecond(action: SecondAction<Errors>): Promise<void> {
    if (await run('second', action)) setRunning(undefined)
  }

  const fields = (
    <FoundErrors value={errors}>
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
    </FoundErrors>
  )
  return (
    <Dialog
      onClose={close}
      title={title}
      size={size}
      {...(description && { description })}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          {second && (
            <Button
              variant="secondary"
              disabled={running === 'save'}
              busy={running === 'second'}
              onClick={() => void runSecond(second)}
              className="mr-auto"
            >
              {running === 'second' ? second.busyLabel : second.label}
            </Button>
          )}
          <Button variant="secondary" disabled={isSaving} onClick={close}>
            {canSave ? cancelLabel : 'Done'}
          </Button>
          {canSave && (
            <Button
              type="submit"
              variant={submitVariant}
              form={formId}
              disabled={running === 'second'}
              busy={running === 'save'}
              className={submitClassName}
            >
              {running === 'save' ? busyLabel : submitLabel}
            </Button>
          )}
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
