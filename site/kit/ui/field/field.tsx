/** Form controls with a label above, and a hint and an error below. Screen readers read both with the control. */
import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useFreshError } from './fresh-error.ts'

interface FrameProps {
  label: string
  hint?: ReactNode
  error?: ReactNode
  /** Classes of the frame, for example `sm:col-span-2` in a grid. */
  className?: string
}

const CONTROL =
  'block w-full min-h-target rounded border bg-ground-raised px-3 text-base text-ink sm:text-sm ' +
  'placeholder:text-ink-quiet transition-[border-color,box-shadow] duration-150 ' +
  'focus:outline-none focus:ring-2 disabled:cursor-not-allowed disabled:bg-ground-quiet disabled:text-ink-quiet ' +
  '[&[readonly]]:bg-ground-quiet'
const FINE = 'border-ink-quiet/65 hover:border-ink-quiet focus:border-accent focus:ring-accent/40'
const WRONG = 'border-negative focus:border-negative focus:ring-negative/35'

/** The classes of a control, also for one without label, hint and error. */
export function controlClass(isWrong = false): string {
  return `${CONTROL} ${isWrong ? WRONG : FINE}`
}

/** The button that shows a password, at the end of its field. */
export const REVEAL_BUTTON =
  'absolute inset-y-0 right-0 grid w-11 place-items-center rounded text-ink-quiet transition-colors hover:text-ink ' +
  'focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent'
const REVEAL_ICON = { 'aria-hidden': true, className: 'size-[1.125rem]' } as const

interface ControlAttributes {
  id: string
  required: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldProps<Control extends 'input' | 'textarea' | 'select'> = FrameProps & ComponentProps<Control>

/** Splits a field's props into those of the frame and those of the control in it. */
function useParts<Props extends FrameProps & { id?: string; required?: boolean; value?: unknown }>(
  props: Props,
) {
  const { label, hint, error: found, className, id, required, ...control } = props
  const error = useFreshError(found, props.value)
  return { frame: { label, hint, error, className, id, required }, control }
}

interface DrawnFrameProps extends FrameProps {
  required: boolean | undefined
  id: string | undefined
  children: (attributes: ControlAttributes) => ReactNode
}

/** Drawn in grey at the end of a label. */
const OPTIONAL = ' (optional)'

function Frame({ label, hint, error, required, id, className = '', children }: DrawnFrameProps) {
  const made = useId()
  const controlId = id ?? made
  const described = [hint && `${controlId}-hint`, error && `${controlId}-error`].filter(Boolean).join(' ')
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
      <label htmlFor={controlId} className="text-sm font-medium text-ink">
        {label.replace(OPTIONAL, '')}
        {label.endsWith(OPTIONAL) && <span className="font-normal text-ink-quiet">{OPTIONAL}</span>}
        {required && <RequiredMark />}
      </label>
      {children({
        id: controlId,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${controlId}-hint`} className="text-sm text-ink-quiet">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The mark after the label of a required field. */
export const RequiredMark = () => (
  <span aria-hidden="true" className="ml-0.5 text-negative">
    &#8288;*
  </span>
)

/** @param of the value that the error is about; the error disappears when the value changes */
export function FieldError({ id, of, children }: { id: string; of?: unknown; children: ReactNode }) {
  if (useFreshError(true, of) === undefined) return null
  return (
    <p id={id} className="flex gap-1.5 text-sm text-negative">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

/** A field of one line. A password has a button that shows it. */
export function TextField({ type, ...props }: FieldProps<'input'>) {
  const { frame, control } = useParts(props)
  const [isShown, setIsShown] = useState(false)
  const look = `${controlClass(Boolean(frame.error))} py-2`
  return (
    <Frame {...frame}>
      {(attributes) =>
        type === 'password' ? (
          <span className="relative block">
            <input
              autoCapitalize="none"
              spellCheck={false}
              {...control}
              {...attributes}
              type={isShown ? 'text' : type}
              className={`${look} pr-12`}
            />
            <button
              type="button"
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
              className={REVEAL_BUTTON}
            >
              {isShown ? <EyeOff {...REVEAL_ICON} /> : <Eye {...REVEAL_ICON} />}
              <span className="sr-only">Show password</span>
            </button>
          </span>
        ) : (
          <input {...control} {...attributes} type={type} className={look} />
        )
      }
    </Frame>
  )
}

export function TextAreaField({ rows = 4, ...props }: FieldProps<'textarea'>) {
  const { frame, control } = useParts(props)
  const look = `${controlClass(Boolean(frame.error))} resize-y py-2.5 leading-relaxed`
  return (
    <Frame {...frame}>
      {(attributes) => <textarea {...control} {...attributes} rows={rows} className={look} />}
    </Frame>
  )
}

export function SelectField(props: FieldProps<'select'>) {
  const { frame, control } = useParts(props)
  return (
    <Frame {...frame}>
      {(attributes) => (
        <Select {...control} {...attributes} className="overflow-hidden whitespace-normal py-2 pr-10" />
      )}
    </Frame>
  )
}

/** A native selector. `frameClassName` is for the box around it. */
export function Select({
  frameClassName = '',
  className = 'truncate py-2 pr-9',
  ...rest
}: ComponentProps<'select'> & { frameClassName?: string }) {
  return (
    <span className={`relative block ${frameClassName}`}>
      <select
        {...rest}
        className={`${controlClass(Boolean(rest['aria-invalid']))} appearance-none ${className}`}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute right-3 top-1/2 size-4 -translate-y-1/2 text-ink-quiet"
      />
    </span>
  )
}
