/** Keys of the team's page of an order. */
import { Keyboard } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readStored, store } from '../stores/stored.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { CheckField } from '../ui/field/check-field.tsx'
import { Button } from '../ui/primitives/button.tsx'

const OFF = 'shortcuts-off'
const LIST = [
  ['R', 'Reply to the customer'],
  ['N', 'Note for the team'],
  ['J or →', 'Next order'],
  ['Ctrl + Enter', 'Send what is typed'],
  ['/', 'On a new line of a message: saved replies'],
  ['?', 'This list'],
] as const
const KEYS_ELSEWHERE = 'dialog[open]'
const TYPING = 'input, textarea, select, [contenteditable]'

/** Nothing happens while somebody types, in a dialog, with a modifier key, or once they are switched off. */
export function useShortcuts(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, altKey, metaKey, shiftKey, defaultPrevented } = event
      const { [key]: act } = latest.current
      if (!act || ctrlKey || altKey || metaKey || defaultPrevented || readStored(OFF, 'browser')) return
      // Shift and an arrow select text.
      if (shiftKey && key.length > 1) return
      if (document.querySelector(KEYS_ELSEWHERE) || (target as Element).closest?.(TYPING)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

export function ShortcutsButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [isOff, setIsOff] = useState(() => readStored<boolean>(OFF, 'browser') ?? false)
  useShortcuts({ '?': () => setIsOpen(true) })
  return (
    <>
      <Button
        icon={Keyboard}
        variant="ghost"
        className="max-lg:hidden [@media(pointer:coarse)]:hidden"
        onClick={() => setIsOpen(true)}
      >
        Shortcuts
      </Button>
      {isOpen && (
        <Dialog size="md" title="Keyboard shortcuts" onClose={() => setIsOpen(false)}>
          <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3 text-sm">
            {LIST.map(([key, what]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="rounded border border-line-strong bg-ground-quiet px-2 py-0.5 font-sans text-xs font-medium text-ink">
                    {key}
                  </kbd>
                </dt>
                <dd className="text-ink">{what}</dd>
              </div>
            ))}
          </dl>
          <CheckField
            name="shortcuts"
            label="Single keys work"
            hint="Outside of text fields, in this browser."
            checked={!isOff}
            className="mt-5 border-t border-line pt-4"
            onChange={(isOn) => {
              store(OFF, isOn ? undefined : true, 'browser')
              setIsOff(!isOn)
            }}
          />
        </Dialog>
      )}
    </>
  )
}
