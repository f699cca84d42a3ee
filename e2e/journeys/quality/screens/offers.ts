/** States of offers: the list, the editor and the payment link of the back office, and the page that a link opens. */
import { expect, type Page } from 'playwright/test'
import type { OfferBody, SentOffer, Offer as WireOffer } from '#api/contract/sales/offers.ts'
import { OFFER_CONTENT } from '#db/testing/builders.ts'
import { createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { next, type Screens } from './state.ts'

/** Writes and sends an offer as the signed-in admin. @returns the path of its customer's page */
async function sendOffer(page: Page, fields: Partial<OfferBody> = {}): Promise<{ id: number; path: string }> {
  const data = { ...OFFER_CONTENT, email: `grace-${crypto.randomUUID()}@example.com`, ...fields }
  const offer: WireOffer = await (await page.request.post('/api/admin/offers', { data })).json()
  const sending = { data: { byMail: false, version: offer.version } }
  const sent = await page.request.post(`/api/admin/offers/${offer.id}/send`, sending)
  const { pathname, hash } = new URL(((await sent.json()) as SentOffer).link)
  return { id: offer.id, path: pathname + hash }
}

export const OFFERS: Screens = {
  offers: async ({ page, db, expectFault }) => {
    expectFault(/400/)
    await signInAs(page, await createPerson(db, { isAdmin: true }))
    const title = 'Long-word'.repeat(13)
    const { id, path } = await sendOffer(page, { title, bankDetails: 'IBAN DK50 0040 0440 1162 43' })
    const openList = async () => {
      await page.goto(`/admin?view=offers&q=Long-word`)
      await expect(page.getByRole('link', { name: /^Long-word/ }).first()).toBeVisible()
    }
    return [
      { name: 'the list of offers', reach: openList },
      next('a payment link, with its errors', async () => {
        await page.getByRole('button', { name: 'Payment link' }).click()
        await page.getByRole('button', { name: 'Send by email' }).click()
        await expect(page.getByText('Title is required')).toBeVisible()
      }),
      {
        name: 'the form of a new offer, with its errors',
        reach: async () => {
          await openList()
          await page.getByRole('button', { name: 'New offer' }).click()
          await page.getByRole('button', { name: 'Add a question' }).click()
          await page.getByRole('button', { name: 'Save', exact: true }).click()
          await expect(page.getByText('First name is required')).toBeVisible()
        },
      },
      {
        name: 'an offer that was sent, its form and its paper',
        reach: async () => {
          await page.goto(`/admin?view=offers&offer=${id}`)
          await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
          await expect(page.getByRole('region', { name: 'What your customer sees' })).toContainText(title)
        },
      },
      {
        name: 'the page of an offer, to be accepted',
        reach: async () => {
          await page.goto(path)
          await page.getByRole('button', { name: 'Accept the offer' }).click()
          await expect(page.getByText('Please tick this to accept')).toBeVisible()
        },
      },
    ]
  },
}
