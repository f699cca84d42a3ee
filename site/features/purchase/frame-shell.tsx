import { brand } from 'virtual:content'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { tellHost } from './frame.ts'

/** That can be said (api/contract/embed-fields.ts), in CSS pixels. */
const HIGHEST = 9999

/**
 * What the frame shows: title, content that scrolls, and actions that stay in view where there is room. The dialog around it
 * is the website's, so this is no dialog itself.
 */
export function FrameShell({
  title,
  heading,
  host,
  onClose,
  footer,
  children,
}: {
  title: string
  heading?: RefObject<HTMLHeadingElement | null>
  host: string | undefined
  /** Undefined: nothing around it can be closed. */
  onClose: (() => void) | undefined
  footer?: ReactNode
  children: ReactNode
}) {
  const shell = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!onClose) return
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog:modal'))
        onClose()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [onClose])

  // The website makes the frame as high as its content, as far as there is room.
  useEffect(() => {
    const { current: element } = content
    const around = shell.current
    if (!element || !around) return
    const observer = new ResizeObserver(() => {
      const body = element.parentElement
      const rest = around.offsetHeight - (body?.clientHeight ?? 0)
      tellHost(host, { type: 'resize', height: Math.min(HIGHEST, Math.ceil(rest + element.offsetHeight)) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [host])

  return (
    <main ref={shell} className="flex min-h-dvh flex-col bg-ground-raised [@media(min-height:26rem)]:h-dvh">
      <header className="shrink-0 border-b border-line">
        <div className="mx-auto flex w-full max-w-4xl items-start gap-4 py-3 pl-5 pr-3 sm:pl-6">
          <div className="min-w-0 flex-1 py-1.5">
            <h1
              ref={heading}
              tabIndex={-1}
              className="text-lg font-semibold leading-snug tracking-tight [overflow-wrap:anywhere] focus:outline-none"
            >
              {title}
            </h1>
            <p className="mt-0.5 text-sm text-ink-quiet">Sold by {brand.name}</p>
          </div>
          {onClose && (
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="-my-0.5 grid size-11 shrink-0 place-items-center rounded text-ink-quiet transition-colors hover:bg-ink/5 hover:text-ink focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          )}
        </div>
      </header>
      <div className="min-h-0 flex-1 [@media(min-height:26rem)]:overflow-y-auto [@media(min-height:26rem)]:overscroll-contain">
        <div ref={content} className="mx-auto w-full max-w-4xl px-5 py-5 sm:px-6">
          {children}
        </div>
      </div>
      {footer && (
        <div
          data-bottom-bar
          className="shrink-0 border-t border-line bg-ground-raised py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
        >
          <div className="mx-auto w-full max-w-4xl px-5 sm:px-6">{footer}</div>
        </div>
      )}
    </main>
  )
}
