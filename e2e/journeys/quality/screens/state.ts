/** The screens of the shop, each in the states that somebody meets: what is looked at for barriers, in one list. */
import type { Knex } from 'knex'
import type { Page } from 'playwright/test'
import { type CheckOptions, findFaults } from '../../support/axe.ts'

/** A part of 'main' unless it names another one. */
export interface State extends CheckOptions {
  name: string
  /** From an empty page. */
  reach: () => Promise<unknown>
}

export interface Stage {
  page: Page
  db: Knex
  /** Announces a console error that belongs to a state, a refused call, say. */
  expectFault: (pattern: RegExp) => void
  /** Does the work when all states have been looked at. */
  afterwards: (work: () => PromiseLike<unknown>) => void
}

/** By what they have in common; each makes the people and rows that its states show. */
export type Screens = Record<string, (stage: Stage) => Promise<State[]>>

const DIALOG = 'dialog[open]'

/** The open dialogs, without the page behind them. */
export const dialog = (name: string, reach: State['reach']): State => ({ name, reach, part: DIALOG })

/** Looks at one state after the other: a fault hides no later one. @returns a line for each, which names its state */
export async function checkStates(page: Page, states: readonly State[]): Promise<string[]> {
  const faults: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { name, reach, ...look } of states) {
    await page.goto('about:blank')
    await page.setViewportSize({ width: look.widths?.[0] ?? 1440, height: 900 })
    try {
      await reach()
    } catch (error) {
      faults.push(`${name}: not reached: ${error}`)
      continue
    }
    faults.push(...(await findFaults(page, look)).map((fault) => `${name}: ${fault}`))
  }
  return faults
}
