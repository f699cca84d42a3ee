/** The team's saved replies: `/` at the start of an empty line opens a list, and the chosen reply replaces the line. */
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SavedReply } from '#api/contract/orders/saved-replies.ts'
import { findReplies, findSlash } from '#api/rules/order-work/saved-replies.ts'

interface Typing {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  setText: (text: string) => void
}

/** @param replies filled in for this order. The field keeps the focus and points to the active reply by its id. */
export function useReplyPicker(replies: readonly SavedReply[], { field, text, setText }: Typing) {
  const id = useId()
  /** The caret position; -1 while the field has no focus. */
  const [caret, setCaret] = useState(-1)
  const [active, setActive] = useState(0)
  /** Where the search starts that Escape closed. */
  const [ended, setEnded] = useState<number | undefined>()
  const slash = replies.length > 0 ? findSlash(text, caret) : undefined
  if (!slash && ended !== undefined) setEnded(undefined)
  const found = slash && slash.from !== ended ? findReplies(replies, slash.words) : []
  const chosen = found[Math.min(active, found.length - 1)]
  const idOf = (reply: SavedReply) => `${id}-${reply.id}`
  const activeId = chosen && idOf(chosen)

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function choose(reply: SavedReply): void {
    if (!slash) return
    const end = slash.from + reply.text.length
    flushSync(() => {
      setText(text.slice(0, slash.from) + reply.text + text.slice(caret))
      setCaret(end)
    })
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(end, end)
  }

  /** @returns whether the list handled the key */
  function steer(event: KeyboardEvent): boolean {
    const { key, ctrlKey, metaKey, shiftKey, nativeEvent } = event
    if (!chosen || ctrlKey || metaKey || shiftKey || nativeEvent.isComposing) return false
    const at = found.indexOf(chosen)
    if (key === 'ArrowDown') setActive((at + 1) % found.length)
    else if (key === 'ArrowUp') setActive((at - 1 + found.length) % found.length)
    else if (key === 'Enter' || key === 'Tab') choose(chosen)
    else if (key === 'Escape') setEnded(slash?.from)
    else return false
    event.preventDefault()
    return true
  }

  return {
    steer,
    listening: {
      'aria-autocomplete': replies.length > 0 ? ('list' as const) : undefined,
      'aria-haspopup': replies.length > 0 ? ('listbox' as const) : undefined,
      'aria-controls': chosen && id,
      'aria-activedescendant': activeId,
      onBlur: () => setCaret(-1),
      onSelect: () => {
        const at = field.current?.selectionEnd ?? -1
        if (at !== caret) setActive(0)
        setCaret(at)
      },
    },
    list: replies.length > 0 && (
      <>
        {chosen && (
          <div
            id={id}
            role="listbox"
            aria-label="Saved replies"
            className="absolute inset-x-0 bottom-full z-20 mb-1 max-h-64 overflow-y-auto overscroll-contain rounded border border-line bg-ground-raised py-1 shadow-raised"
          >
            {found.map((reply) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
              <div
                key={reply.id}
                id={idOf(reply)}
                role="option"
                tabIndex={-1}
                aria-selected={reply === chosen}
                // Keeps the focus in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(reply)}
                className="min-h-target cursor-pointer px-3 py-2 text-sm aria-selected:bg-accent-soft"
              >
                <p className="truncate font-medium text-ink">{reply.title}</p>
                <p className="truncate text-ink-quiet">{reply.text}</p>
              </div>
            ))}
          </div>
        )}
        <p role="status" className="sr-only">
          {chosen && `Saved replies: ${found.length} found`}
        </p>
      </>
    ),
  }
}
