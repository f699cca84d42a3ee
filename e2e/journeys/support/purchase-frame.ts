/** The purchase in a frame on another website. */
import type { Knex } from 'knex'
import { expect, type Frame, type Page } from 'playwright/test'
import { Order } from '#db/models/orders/order.ts'
import { EmbedOrigin } from '#db/models/sales/embed-origin.ts'
import { ORIGIN } from '#e2e/support/topology.ts'
import { type Buyer, createBuyer, fillForm } from './buyer.ts'
import { type EmbeddingPage, openEmbeddingPage } from './embedding-page.ts'
import { test as base } from './journey.ts'

export const SLUG = 'business-website'

/** `test` with another website on which the shop sells. */
export const test = base.extend<object, { website: EmbeddingPage }>({
  website: [
    async ({ db }, use) => {
      const website = await openEmbeddingPage(ORIGIN)
      await EmbedOrigin.query(db).insert({ origin: website.origin })
      await use(website)
      await EmbedOrigin.query(db).where({ origin: website.origin }).delete()
      await website.close()
    },
    { scope: 'worker' },
  ],
})

/** Opens the website, and waits until the frame shows its form. */
export async function openFrame(page: Page, website: EmbeddingPage, query = ''): Promise<Frame> {
  await page.goto(website.urlOf(SLUG, query))
  await expect(page.frameLocator('iframe').getByRole('button', { name: /^Pay/ })).toBeVisible()
  const frame = page.frame({ name: 'purchase' })
  if (!frame) throw new Error('The page has no frame')
  return frame
}

const formOf = (frame: Frame) => frame.locator('form').first()
export const messagesOf = (page: Page, type: string) =>
  page.evaluate(
    (type) => (Reflect.get(window, 'messages') as { type: string }[]).filter((one) => one.type === type),
    type,
  )

/** Fills the form in and presses Pay. */
export async function submit(frame: Frame, buyer = createBuyer()) {
  await fillForm(formOf(frame), buyer)
  await frame.getByRole('button', { name: /^Pay/ }).click()
  return buyer
}
export const press = (frame: Frame | Page, button: string) =>
  frame
    .getByRole('dialog', { name: 'Test checkout' })
    .getByRole('button', { name: button, exact: true })
    .click()
export const expectPaid = (frame: Frame) =>
  expect(frame.getByRole('heading', { name: /^Paid \$/ })).toBeVisible()
export const countOrders = (db: Knex, { email }: Buyer) =>
  Order.query(db).whereRaw(`buyer ->> 'email' = ?`, [email]).resultSize()
