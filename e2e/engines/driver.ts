/** What a browser of either protocol does for the tests. */

/** Runs in the page, so it sees nothing of its module. */
export type InPage<Args extends unknown[], Result> = (...args: Args) => Result | Promise<Result>

/** What a person would look for. */
export interface Sought {
  what: 'button' | 'field' | 'file'
  /** Regular expressions for the accessible name. The first that any element has decides. */
  names: readonly string[]
}

export interface Found {
  /** Presses the mouse on it. @throws Error where something covers it */
  click(): Promise<void>
  /** Types after what is there, key by key. */
  type(text: string): Promise<void>
  /** Chooses a file of this machine. */
  choose(path: string): Promise<void>
  run<Args extends unknown[], Result>(
    code: InPage<[Element, ...Args], Result>,
    ...args: Args
  ): Promise<Result>
}

export interface Driver {
  open(url: string): Promise<void>
  run<Args extends unknown[], Result>(code: InPage<Args, Result>, ...args: Args): Promise<Result>
  find(code: InPage<[Sought], Element | undefined>, sought: Sought): Promise<Found | undefined>
  /** Sets the size of the page itself, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** Deletes the cookies, and what the open page's origin has stored. */
  forget(): Promise<void>
  /** @returns a PNG of what is in view */
  shoot(): Promise<Buffer>
  close(): Promise<void>
}
