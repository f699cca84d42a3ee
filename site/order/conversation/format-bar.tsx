import { Bold, Link, List } from 'lucide-react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { applyMark, type Mark } from './format-marks.ts'

const BUTTONS = [
  { mark: 'bold', label: 'Bold', icon: Bold },
  { mark: 'list', label: 'List', icon: List },
  { mark: 'link', label: 'Link', icon: Link },
] as const satisfies { mark: Mark; label: string; icon: typeof Bold }[]

interface FormatBarProps {
  field: RefObject<HTMLTextAreaElement | null>
  setText: (text: string) => void
}

/** Buttons that mark what is selected in the field, which keeps the focus. */
export function FormatBar({ field, setText }: FormatBarProps) {
  function apply(mark: Mark): void {
    const element = field.current
    if (!element || element.readOnly) return
    const { value: text, selectionStart: start, selectionEnd: end } = element
    const marked = applyMark(mark, { text, start, end })
    flushSync(() => setText(marked.text))
    element.focus({ preventScroll: true })
    element.setSelectionRange(marked.start, marked.end)
  }
  return (
    <fieldset className="-ml-2 flex">
      <legend className="sr-only">Format</legend>
      {BUTTONS.map(({ mark, label, icon: Icon }) => (
        <button
          key={mark}
          type="button"
          aria-label={label}
          title={label}
          onClick={() => apply(mark)}
          className="grid size-target shrink-0 place-items-center rounded text-ink-quiet hover:bg-ink/5 hover:text-ink focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent [@media(pointer:fine)]:size-9"
        >
          <Icon aria-hidden="true" className="size-4" />
        </button>
      ))}
    </fieldset>
  )
}
