import { Ellipsis } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { buttonClass } from '#site/kit/ui/primitives/button.tsx'

const GAP_PX = 4

interface RowMenuProps {
  /** Names the row. */
  of: string
  children: ReactNode
}

/** The rarely needed actions of a row, behind one quiet button. */
export function RowMenu({ of, children }: RowMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  /** Stands below the button, or above it where the screen ends. Scrolls with the page. */
  function place(): void {
    if (!button.current || !menu.current) return
    const { top, bottom, right } = button.current.getBoundingClientRect()
    const { offsetHeight, style } = menu.current
    const isAbove = bottom + GAP_PX + offsetHeight > innerHeight
    style.top = `${scrollY + (isAbove ? top - GAP_PX - offsetHeight : bottom + GAP_PX)}px`
    style.right = `${document.documentElement.clientWidth - right}px`
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={`More for ${of}`}
        className={buttonClass({ variant: 'ghost', className: '!px-2' })}
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={place}
        className="dense absolute inset-auto m-0 rounded-lg border border-line bg-ground-raised p-1.5 shadow-raised"
      >
        {children}
      </div>
    </>
  )
}
