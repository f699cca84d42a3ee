/** Keeps the focus nearby when the focused element disappears. Otherwise a screen reader starts again at the top of the page. */
import { type RefObject, useEffect, useRef } from 'react'

/** When something closes, gives the focus back to the button that opened it. The button may be absent meanwhile. */
export function useFocusBack(button: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [button, isOpen])
}

interface KeptFocus {
  /** Scrolls the place into view, because it has moved. */
  hasMoved?: boolean
}

/** Moves a lost focus to `place` when the state changes: the change may have removed the focused button. */
export function useKeptFocus(
  place: RefObject<HTMLElement | null>,
  state: string,
  { hasMoved = false }: KeptFocus = {},
): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: !hasMoved })
  }, [place, state, hasMoved])
}
