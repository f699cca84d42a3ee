/** Keeps the focus near its place where what has it goes away. Otherwise a screen reader starts again at the top of the page. */
import { type RefObject, useEffect, useRef } from 'react'

/** Gives the focus back to the button that has opened something, once that is closed. The button may be away meanwhile. */
export function useFocusBack(button: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [button, isOpen])
}

interface KeptFocus {
  /** The place is brought into sight, because it has moved. */
  hasMoved?: boolean
}

/** Moves a lost focus to `place` when the state changes, with which a button may have gone. */
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
