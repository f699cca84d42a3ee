import { LoaderCircle, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'destructive'
export type ButtonSize = 'md' | 'lg'

const BASE =
  'relative inline-flex select-none items-center justify-center gap-2 whitespace-nowrap rounded text-center font-medium [&>svg]:shrink-0 ' +
  'transition-colors duration-150 focus-visible:outline focus-visible:outline-2 focus-visible:outline-offset-2 ' +
  'focus-visible:outline-accent disabled:cursor-not-allowed aria-disabled:cursor-not-allowed print:hidden'

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'bg-primary text-on-primary forced-colors:border enabled:hover:bg-primary-hover [a&]:hover:bg-primary-hover disabled:opacity-60 dark:disabled:opacity-40',
  secondary:
    'border border-line-strong/70 bg-ground-raised text-ink enabled:hover:border-line-strong enabled:hover:bg-ground-quiet ' +
    '[a&]:hover:border-line-strong [a&]:hover:bg-ground-quiet disabled:opacity-50',
  ghost:
    'text-ink-quiet enabled:hover:bg-ink/5 enabled:hover:text-ink [a&]:hover:bg-ink/5 [a&]:hover:text-ink disabled:opacity-50',
  destructive:
    'bg-danger text-on-primary forced-colors:border enabled:hover:bg-danger-hover [a&]:hover:bg-danger-hover disabled:opacity-60',
}

const SIZES: Record<ButtonSize, string> = {
  md: 'min-h-target min-w-target px-4 py-0.5 text-sm',
  lg: 'min-h-[52px] min-w-target px-6 py-3 text-base',
}

/** Makes a link look like a button: `<a className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({
  variant = 'primary',
  size = 'md',
  className = '',
}: {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
} = {}): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${className}`.trim()
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shown before the label. While the button is busy, the spinner takes its place. */
  icon?: LucideIcon
  /** Shows a spinner and ignores clicks. The caller changes the label ('Processing...'). */
  busy?: boolean
}

export function Button({
  variant = 'primary',
  size = 'md',
  icon: Icon,
  busy = false,
  type = 'button',
  className = '',
  disabled,
  children,
  ref,
  ...rest
}: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => button.current as HTMLButtonElement)
  useRestoredFocus(button, busy)
  return (
    <button
      {...rest}
      ref={button}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || rest['aria-busy']}
      className={buttonClass({ variant, size, className })}
    >
      {busy && <LoaderCircle aria-hidden="true" className="size-4 shrink-0 motion-safe:animate-spin" />}
      {Icon && !busy && <Icon aria-hidden="true" className="size-4" />}
      {children}
    </button>
  )
}

/** A disabled button loses the focus. Gives it back when the button is enabled, unless another element has it. */
function useRestoredFocus(button: RefObject<HTMLButtonElement | null>, busy: boolean): void {
  const wasBusy = useRef(false)
  const hadFocus = useRef(false)
  // Read while rendering: when a whole fieldset is disabled, the focus is lost before any effect runs.
  if (busy && !wasBusy.current) hadFocus.current = document.activeElement === button.current
  wasBusy.current = busy

  useLayoutEffect(() => {
    if (busy || !hadFocus.current) return
    hadFocus.current = false
    const { activeElement, body } = document
    if (!activeElement || activeElement === body) button.current?.focus()
  }, [button, busy])
}

export const LINK_CLASS =
  'link inline-flex min-h-target items-center rounded-sm text-sm [@media(pointer:fine)]:min-h-6'

/** A button that looks like a link, for what is seldom wanted. */
export function LinkButton(props: { onClick: () => void; children: string }) {
  return <button type="button" className={LINK_CLASS} {...props} />
}
