/**
 * The browser's modal dialog, which keeps the focus inside, gives it back and makes the page behind inert.
 * styles/global.css stops that page from scrolling.
 */
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '#site/kit/ui/primitives/button.tsx'

export type DialogSize = 'md' | 'lg' | 'xl' | 'full'

const SIZES: Record<DialogSize, string> = {
  md: 'sm:max-w-md',
  lg: 'sm:max-w-2xl',
  xl: 'sm:max-w-4xl',
  full: 'sm:max-w-[90rem]',
}

const FOCUSABLE = 'a[href], button, input, select, textarea'

interface DialogProps {
  /** Called for Escape, the backdrop and the close button. A caller that must stay open ignores it. */
  onClose: () => void
  title: string
  description?: string
  children: ReactNode
  /** The buttons, which stay in view while the content scrolls. */
  footer?: ReactNode
  size?: DialogSize
  /** On a phone a tenth of the page stays visible. Other dialogs fill the screen. */
  isCapped?: boolean
}

export function Dialog({
  onClose,
  title,
  description,
  children,
  footer,
  size = 'lg',
  isCapped = false,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const pressedOnBackdrop = useRef(false)
  const id = useId()
  useModal(dialog, heading)
  useEscape(dialog, onClose)

  // Scrolling content must be focusable if nothing in it is. Otherwise the keyboard cannot scroll it.
  useEffect(() => {
    const element = body.current
    if (!element) return
    const isStuck = element.scrollHeight > element.clientHeight && !element.querySelector(FOCUSABLE)
    if (isStuck) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  })

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: on the keyboard Escape does the same
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        if (event.target !== event.currentTarget) return
        // The second press of a phone's back button closes the dialog without a cancel event. Reopens it if the caller has kept it.
        const element = event.currentTarget
        onClose()
        setTimeout(() => element.isConnected && !element.open && element.showModal())
      }}
      onPointerDown={(event) => {
        pressedOnBackdrop.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        // Only if the press began there too: selecting text beyond a field's edge must not close the dialog.
        if (event.target === event.currentTarget && pressedOnBackdrop.current) onClose()
      }}
      className={`m-0 ${isCapped ? 'mt-auto h-[90dvh] rounded-t-lg' : 'h-dvh'} max-h-none w-full max-w-none flex-col visible overflow-clip bg-ground-raised p-0 text-ink shadow-raised backdrop:bg-backdrop data-[behind]:invisible data-[behind]:backdrop:hidden open:flex dark:border dark:border-line sm:m-auto sm:h-fit sm:w-[calc(100%-3rem)] sm:max-h-[90vh] sm:rounded-lg sm:supports-[height:1dvh]:max-h-[90dvh] ${SIZES[size]}`}
    >
      <div className="flex shrink-0 items-start gap-4 border-b border-line py-3 pl-5 pr-3 sm:pl-6">
        <div className="min-w-0 flex-1 py-1.5">
          <h2
            ref={heading}
            id={`${id}-title`}
            tabIndex={-1}
            className="text-lg font-semibold leading-snug tracking-tight [overflow-wrap:anywhere] focus:outline-none"
          >
            {title}
          </h2>
          {description && (
            <p id={`${id}-description`} className="mt-1 text-sm text-ink-quiet">
              {description}
            </p>
          )}
        </div>
        <CloseButton onClose={onClose} />
      </div>
      <div
        ref={body}
        className="relative min-h-0 flex-auto overflow-y-auto overscroll-contain px-5 py-5 focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent sm:px-6"
      >
        {children}
      </div>
      {footer && (
        <div
          data-bottom-bar
          className="shrink-0 border-t border-line bg-ground-raised px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6"
        >
          {footer}
        </div>
      )}
    </dialog>
  )
}

export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={onClose}
      className="-my-0.5 grid size-11 shrink-0 place-items-center rounded text-ink-quiet transition-colors hover:bg-ink/5 hover:text-ink focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
    >
      <X aria-hidden="true" className="size-5" />
    </button>
  )
}

/** The footer of a dialog without a form. */
export function DialogDone({ onClose, className }: { onClose: () => void; className?: string }) {
  return (
    <div className="flex justify-end">
      <Button variant="secondary" onClick={onClose} className={className}>
        Done
      </Button>
    </div>
  )
}

/** Opens the dialog and focuses its title, which a screen reader then says, or the element with `data-autofocus`. */
function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  heading: RefObject<HTMLHeadingElement | null>,
) {
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const below = [...document.querySelectorAll('dialog:modal')].at(-1)
    if (!element.open) element.showModal()
    // One dialog at a time: this one takes the place of the one below, which keeps what was typed into it.
    below?.toggleAttribute('data-behind', true)
    const wanted = element.querySelector<HTMLElement>('[data-autofocus]') ?? heading.current
    wanted?.focus({ preventScroll: true })
    return () => {
      // Shown first, because closing gives the focus back.
      below?.removeAttribute('data-behind')
      element.close()
    }
  }, [dialog, heading])
}

/**
 * Handles Escape itself, because Chromium closes a dialog on the second Escape even if the page prevents it. Listens on the
 * document, because nothing in the dialog has the focus while its button is disabled.
 */
function useEscape(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      const topmost = [...document.querySelectorAll('dialog:modal')].at(-1)
      if (topmost !== dialog.current) return
      event.preventDefault()
      onClose()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [dialog, onClose])
}
