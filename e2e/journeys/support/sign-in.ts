/** The sign-in dialog, and its step for a forgotten password. */
import { expect, type Locator, type Page } from 'playwright/test'

export const signInOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign In' })

export async function openForgottenPassword(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset Your Password' })
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused()
  return dialog
}
