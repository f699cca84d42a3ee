/** Types and helpers for the lists of screens and their states, which accessibility.spec.ts checks. */
import type { Knex } from 'knex'
import type { Page } from 'playwright/test'
import { type CheckOptions, findFaults, WIDTHS } from '#e2e/journeys/support/axe.ts'
import { showOriginal } from '#e2e/journeys/support/translate.ts'

/** A state of a screen. Only `main` is checked unless `part` says otherwise. */
export interface State extends CheckOptions {
  name: string
  /** The steps from an empty page to the state. */
  reach: () => Promise<unknown>
}

export interface Stage {
  page: Page
  db: Knex
  /** Announces a console error that a state causes, such as a refused call. */
  expectFault: (pattern: RegExp) => void
  /** Runs the work after all states were checked. */
  afterwards: (work: () => PromiseLike<unknown>) => void
}

/** Lists of states by topic. Each function adds the users and rows that its states show. */
export type Screens = Record<string, (stage: Stage) => Promise<State[]>>

const DIALOG = 'dialog[open]'

/** A state in which only the open dialogs are checked. */
export const dialog = (name: string, reach: State['reach']): State => ({ name, reach, part: DIALOG })

/** Checks all states, even after a fault. @returns a line for each fault, with the name of its state */
export async function checkStates(page: Page, states: readonly State[]): Promise<string[]> {
  const faults: string[] = []
  for (const { name, reach, ...options } of states) {
    await page.goto('about:blank')
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.setViewportSize({ width: Math.max(...(options.widths ?? WIDTHS)), height: 900 })
    try {
      await reach()
    } catch (error) {
      faults.push(`${name}: not reached: ${error}`)
      continue
    }
    // Without the translation there are a third of the elements, and axe takes a third of the time.
    await showOriginal(page)
    faults.push(...(await findFaults(page, options)).map((fault) => `${name}: ${fault}`))
  }
  return faults
}
