import { brand } from 'virtual:content'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { CloseButton } from '#site/kit/ui/dialog/dialog.tsx'
import { tellHost } from './frame.ts'

/** The largest height that the message may report (api/rules/embed.ts), in CSS pixels. */
const HIGHEST = 9999

/**
 * The frame's page: a title, scrolling content, and actions that stay in view if the screen is high enough. It is not a dialog,
 * because the website draws the dialog around the frame.
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
  /** undefined if the frame is not in a dialog. */
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

  // Report the content's height to the website, which sizes the frame by it.
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
            <p className="mt-0.5 text-sm text-ink-quiet">
              Sold by <span translate="no">{brand.name}</span>
            </p>
          </div>
          {onClose && <CloseButton onClose={onClose} />}
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
