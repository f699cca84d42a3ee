/** Types and helpers for the lists of screens and their states, which accessibility.spec.ts checks. */
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import { type CheckOptions, findFaults, WIDTHS } from '#e2e/journeys/support/axe.ts'
import { recordTyped } from '#e2e/journeys/support/long-words.ts'
import { showOriginal, translateAgain } from '#e2e/journeys/support/translate.ts'

/** A state of a screen. Only `main` is checked unless `part` says otherwise. */
export interface State extends CheckOptions {
  name: string
  /** The steps to the state from an empty page or, where it `stays`, from the state before, whose dialogs are closed. */
  reach: () => Promise<unknown>
  stays?: boolean
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

/** Another dialog of the page of the state before. */
export const next = (name: string, reach: State['reach']): State => ({ ...dialog(name, reach), stays: true })

/** Goes back to the page of the state before: without its dialogs, in its first theme and width, translated. */
async function goOn(page: Page): Promise<void> {
  const open = page.locator(DIALOG)
  const discard = page.getByRole('button', { name: 'Discard changes' })
  await expect(async () => {
    if (await discard.isVisible()) await discard.click()
    else if ((await open.count()) > 0) await page.keyboard.press('Escape')
    await expect(open).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await translateAgain(page)
}

/** Checks all states, even after a fault. @returns a line for each fault, with the name of its state */
export async function checkStates(page: Page, states: readonly State[]): Promise<string[]> {
  const faults: string[] = []
  const readTyped = recordTyped(page)
  const typed: string[] = []
  for (const { name, reach, stays, typed: known = [], ...options } of states) {
    if (!stays) {
      await page.goto('about:blank')
      await readTyped()
      typed.length = 0
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.setViewportSize({ width: Math.max(...(options.widths ?? WIDTHS)), height: 900 })
    try {
      if (stays) await goOn(page)
      await reach()
    } catch (error) {
      faults.push(`${name}: not reached: ${error}`)
      continue
    }
    // Without the translation there are a third of the elements, and axe takes a third of the time.
    await showOriginal(page)
    typed.push(...(await readTyped()))
    faults.push(
      ...(await findFaults(page, { ...options, typed: [...known, ...typed] })).map(
        (fault) => `${name}: ${fault}`,
      ),
    )
  }
  return faults
}
