/** The query of the page's URL as a store, for state that must survive a reload, a bookmark and the back button. */
import { atom } from 'nanostores'

/** The query, such as `?tab=orders&page=2`; may be empty. */
export const $query = atom(typeof location === 'undefined' ? '' : location.search)

let onBlockedStep: (() => void) | undefined

if (typeof window !== 'undefined') {
  addEventListener('popstate', () => {
    if (!onBlockedStep) return $query.set(location.search)
    history.pushState(null, '', location.pathname + $query.get())
    onBlockedStep()
  })
}

/**
 * Undoes each step through the browser's history within this page.
 * @param onStep called after such a step, for example to ask the user
 * @returns a function that allows the steps again
 */
export function blockHistorySteps(onStep: () => void): () => void {
  onBlockedStep = onStep
  return () => {
    if (onBlockedStep === onStep) onBlockedStep = undefined
  }
}

interface Options {
  /** Replaces the entry of the browser's history instead of adding one, for example while typing. */
  replace?: boolean
}

export function setQuery(parameters: URLSearchParams, { replace = false }: Options = {}): void {
  const text = parameters.toString()
  const query = text && `?${text}`
  if (query === $query.get()) return
  history[replace ? 'replaceState' : 'pushState'](null, '', location.pathname + query)
  $query.set(query)
}

/** Sets parameters; an undefined or empty value removes one. */
export function changeQuery(changes: Record<string, string | undefined>, options?: Options): void {
  const parameters = new URLSearchParams($query.get())
  for (const [name, value] of Object.entries(changes)) {
    if (value) parameters.set(name, value)
    else parameters.delete(name)
  }
  setQuery(parameters, options)
}
