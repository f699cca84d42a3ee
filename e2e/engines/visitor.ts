/** The steps of a person in either browser. Each waits until it is possible. */
import { expect } from 'playwright/test'
import type { User } from '#db/models/people/user.ts'
import { PASSWORD } from '#e2e/journeys/support/people.ts'
import { ORIGIN } from '#e2e/support/topology.ts'
import type { Driver, Found, Sought } from './driver.ts'
import { find, isStill, type Measured, measureDialog, readText, setValue } from './in-page.ts'

/** The last is the narrowest that WebKit's window can be. */
export const WIDTHS = [1440, 820, 447]
const HEIGHT = 860
/** A page without scripts. */
const BARE_PAGE = `${ORIGIN}/robots.txt`
export const POLL = { timeout: 20_000, intervals: [30, 60, 120, 250] }

type Name = string | RegExp

/** @throws Error if the element moves, as it does while the page loads: the click would hit something else */
async function click(found: Found): Promise<void> {
  if (!(await found.run(isStill))) throw new Error('It moves')
  await found.click()
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

export class Visitor {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  /** Starts as a first-time visitor. */
  async arrive(): Promise<void> {
    await this.#driver.open(BARE_PAGE)
    await this.#driver.forget()
    await this.#driver.resize(WIDTHS[0] ?? 0, HEIGHT)
  }

  async open(path: string): Promise<void> {
    await this.#driver.open(new URL(path, ORIGIN).href)
  }

  async signIn({ email }: Pick<User, 'email'>): Promise<void> {
    await this.#driver.open(BARE_PAGE)
    const status = await this.#driver.run(
      async (body: string) => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch('/api/auth/login', { method: 'POST', headers, body })).status
      },
      JSON.stringify({ email, password: PASSWORD }),
    )
    expect(status).toBe(200)
  }

  /** @param name the whole accessible name or its beginning */
  async click(name: Name): Promise<void> {
    await this.#find('button', name, click)
  }

  /** Ticks a box by its accessible name. */
  async tick(name: Name): Promise<void> {
    await this.#find('field', name, click)
  }

  /** Replaces the field's text by typing. */
  async fill(name: Name, text: string): Promise<void> {
    await this.#find('field', name, async (field) => {
      await field.click()
      await field.run((one) => (one as HTMLInputElement).select())
      await field.type(text)
      expect(await field.run((one) => (one as HTMLInputElement).value)).toBe(text)
    })
  }

  /** @param value an option's value, or the value of a control that is not text, such as a date */
  async set(name: Name, value: string): Promise<void> {
    await this.#find('field', name, (field) => field.run(setValue, value))
  }

  async chooseFile(name: Name, path: string): Promise<void> {
    await this.#find('file', name, (input) => input.choose(path))
  }

  /** Expects the text where a person can read it: in the topmost dialog, or in the page. */
  async see(text: Name): Promise<void> {
    const matcher = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)
    await expect.poll(() => this.#driver.run(readText), POLL).toEqual(matcher)
  }

  async seeAddress(pattern: RegExp): Promise<void> {
    await expect.poll(() => this.#driver.run(() => location.href), POLL).toMatch(pattern)
  }

  async resize(width: number): Promise<void> {
    await this.#driver.resize(width, HEIGHT)
  }

  async measureDialog(): Promise<Measured | undefined> {
    return await this.#driver.run(measureDialog)
  }

  /** Moves the mouse out of the page at its top, as a visitor who is about to leave. */
  async leaveByMouse(): Promise<void> {
    await this.#driver.run(() => {
      document.documentElement.dispatchEvent(new MouseEvent('mouseleave'))
    })
  }

  async shoot(): Promise<Buffer> {
    return await this.#driver.shoot()
  }

  /** Finds the element and acts on it. Tries again if the page has changed meanwhile. */
  async #find(what: Sought['what'], name: Name, act: (found: Found) => Promise<unknown>): Promise<void> {
    const names =
      typeof name === 'string' ? [`^${escapePattern(name)}$`, `^${escapePattern(name)}`] : [name.source]
    await expect(async () => {
      const found = await this.#driver.find(find, { what, names })
      if (!found) throw new Error(`There is no ${what} ${name}`)
      await act(found)
    }).toPass(POLL)
  }
}
