/** The query of the page's address as a store, for what must survive a reload, a bookmark and the back button. */
import { atom } from 'nanostores'

/** `?tab=orders&page=2`, or nothing. */
export const $query = atom(typeof location === 'undefined' ? '' : location.search)

let holder: (() => void) | undefined

if (typeof window !== 'undefined') {
  addEventListener('popstate', () => {
    if (!holder) return $query.set(location.search)
    history.pushState(null, '', location.pathname + $query.get())
    holder()
  })
}

/**
 * Until it is released, a step through the history within this page is taken back.
 * @param onStep called instead, for example to ask the user
 * @returns releases it
 */
export function holdAddress(onStep: () => void): () => void {
  holder = onStep
  return () => {
    if (holder === onStep) holder = undefined
  }
}

interface Options {
  /** Changes the entry of the history instead of adding one: for what is typed, and for steps of the keyboard. */
  replace?: boolean
}

export function setQuery(parameters: URLSearchParams, { replace = false }: Options = {}): void {
  const text = parameters.toString()
  const query = text && `?${text}`
  if (query === $query.get()) return
  history[replace ? 'replaceState' : 'pushState'](null, '', location.pathname + query)
  $query.set(query)
}

/** Sets parameters; one that is undefined or empty goes. */
export function changeQuery(changes: Record<string, string | undefined>, options?: Options): void {
  const parameters = new URLSearchParams($query.get())
  for (const [name, value] of Object.entries(changes)) {
    if (value) parameters.set(name, value)
    else parameters.delete(name)
  }
  setQuery(parameters, options)
}
