/** The commands that the tests give a browser, whatever its protocol. */

/** Runs in the page, so it cannot use anything else of its module. */
export type InPage<Args extends unknown[], Result> = (...args: Args) => Result | Promise<Result>

/** An element as a person would look for it. */
export interface Sought {
  what: 'button' | 'field' | 'file'
  /** Regular expressions for the accessible name. The first one that matches any element decides. */
  names: readonly string[]
}

export interface Found {
  /** Clicks it with the mouse. @throws Error if something covers it */
  click(): Promise<void>
  /** Types at the end of the present text, key by key. */
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
  /** Sets the size of the page's viewport, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** Deletes the cookies, and the storage of the open page's origin. */
  forget(): Promise<void>
  /** @returns a screenshot of the viewport as PNG */
  shoot(): Promise<Buffer>
  close(): Promise<void>
}
