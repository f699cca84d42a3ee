import { GripVertical } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'

/**
 * Lets rows of a list be moved by their handles: by dragging, or with the arrow keys, Home and End.
 * @param list the element whose children are the rows, in order; each row has one `[data-handle]`
 * @param keys the rows' keys, in order
 * @param move called with the old and the new index whenever a row moves
 */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  keys: readonly string[],
  move: (from: number, to: number) => void,
) {
  const [dragged, setDragged] = useState<string | undefined>()
  const refocus = useRef<string | undefined>(undefined)
  const latest = useRef({ keys, move })
  latest.current = { keys, move }

  // A row loses the focus when it moves in the document, so focus its handle again.
  useEffect(() => {
    if (refocus.current === undefined) return
    const row = list.current?.children[keys.indexOf(refocus.current)]
    row?.querySelector<HTMLElement>('[data-handle]')?.focus()
    refocus.current = undefined
  })

  // Listen on the window, because moving the row ends the handle's pointer capture.
  useEffect(() => {
    if (dragged === undefined) return
    const follow = (event: globalThis.PointerEvent) => {
      const from = latest.current.keys.indexOf(dragged)
      const to = findPlace(list.current, event.clientY, from)
      if (to !== from) latest.current.move(from, to)
    }
    const drop = () => setDragged(undefined)
    addEventListener('pointermove', follow)
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', drop)
    return () => {
      removeEventListener('pointermove', follow)
      removeEventListener('pointerup', drop)
      removeEventListener('pointercancel', drop)
    }
  }, [dragged, list])

  return {
    dragged,
    handleOf: (key: string) => ({
      'data-handle': '',
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) setDragged(key)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const from = keys.indexOf(key)
        const last = keys.length - 1
        const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: last }[event.key]
        if (to === undefined) return
        event.preventDefault()
        if (to < 0 || to > last || to === from) return
        refocus.current = key
        move(from, to)
      },
    }),
  }
}

/** @returns the index for a row dragged to the height `y`: it passes another row at that row's middle */
function findPlace(list: HTMLElement | null, y: number, from: number): number {
  const middles = [...(list?.children ?? [])].map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2
  })
  let place = from
  while (place > 0 && y < (middles[place - 1] ?? 0)) place -= 1
  while (place < middles.length - 1 && y > (middles[place + 1] ?? 0)) place += 1
  return place
}

/** The screen reader's hint that all handles refer to. Render it once per page. */
export function ReorderHint() {
  return (
    <p id="reorder-hint" className="sr-only">
      Drag, or press the up and down arrow keys.
    </p>
  )
}

export const ICON_BUTTON =
  'grid size-11 shrink-0 place-items-center rounded text-ink-quiet transition-colors hover:bg-ink/5 hover:text-ink focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent'

/** @param handle the props from `handleOf` */
export function ReorderHandle({ label, ...handle }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      {...handle}
      type="button"
      aria-label={label}
      aria-describedby="reorder-hint"
      title="Drag, or use the arrow keys"
      className={`${ICON_BUTTON} cursor-grab touch-none active:cursor-grabbing`}
    >
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  )
}
