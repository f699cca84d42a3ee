/** States of requests that wait for a decision: a reply by mail, a disputed refund decision, a review. */
import { randomBytes } from 'node:crypto'
import { expect } from 'playwright/test'
import { IncomingMail } from '#db/models/orders/incoming-mail.ts'
import { insertRefundRequest, insertReview } from '#db/testing/builders.ts'
import { regionOf } from '#e2e/journeys/support/dashboard.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { dialog, next, type Screens } from './state.ts'

export const REQUESTS: Screens = {
  'replies by mail and disputed decisions': async ({ page, db }) => {
    const customer = await createPerson(db)
    const admin = await createPerson(db, { isAdmin: true })
    const { id: orderId } = await createPaidOrder(db, { userId: customer.id, status: 'processing' })
    const [text, note] = ['Monday is fine.', 'a-plan-that-is-too-large.pdf']
    const reply = { orderId, userId: customer.id, state: 'waiting', text, wholeText: text, note } as const
    await IncomingMail.query(db).insert({
      ...reply,
      mailHash: randomBytes(32),
      fromAddress: 'me@home.example',
    })
    await insertRefundRequest(db, {
      orderId,
      authorId: customer.id,
      decidedById: admin.id,
      decidedAt: new Date(),
      answer: 'It was delivered.',
      secondLookAt: new Date(),
      secondReason: 'It was not.',
    })
    return [
      {
        name: 'a reply whose sender is not confirmed',
        reach: async () => {
          await signInAs(page, customer)
          await page.goto(`/dashboard?order=${orderId}`)
          await expect(page.getByText('we couldn’t confirm that you sent it')).toBeVisible()
        },
      },
      {
        name: 'the same reply, for the team',
        reach: async () => {
          await signInAs(page, admin)
          await page.goto(`/admin?order=${orderId}`)
          await expect(page.getByText('from an unconfirmed sender')).toBeVisible()
          await expect(regionOf(page, 'Refund request')).toContainText(
            'The customer disputes the decision: It was not.',
          )
        },
      },
      next('a decision without a word', async () => {
        await regionOf(page, 'Refund request').getByRole('button', { name: 'Decide' }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Refund / })
          .click()
        await expect(page.getByText('Please write a message to the customer')).toBeVisible()
      }),
    ]
  },
  reviews: async ({ page, db }) => {
    const customer = await createPerson(db)
    const admin = await createPerson(db, { isAdmin: true })
    const finished = { userId: customer.id, status: 'completed', completedAt: new Date() } as const
    const [asked, written] = [await createPaidOrder(db, finished), await createPaidOrder(db, finished)]
    const comment = 'Long-word'.repeat(40)
    await insertReview(db, {
      orderId: written.id,
      packageId: written.packageId,
      comment,
      appearsAt: new Date(Date.now() + 7 * 86_400_000),
    })
    const openOrder = async (id: number) => {
      await signInAs(page, customer)
      await page.goto(`/dashboard?order=${id}`)
      await expect(regionOf(page, 'Your review')).toBeVisible()
    }
    const openList = async () => {
      await signInAs(page, admin)
      await page.goto(`/admin?view=reviews&review-q=${written.invoiceNumber}`)
      await expect(page.getByRole('main').getByText(comment).filter({ visible: true })).toBeVisible()
    }
    return [
      { name: 'a review that waits', reach: () => openOrder(written.id) },
      dialog('the form of a review, with errors', async () => {
        await openOrder(asked.id)
        await page.getByRole('button', { name: 'Write a review' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Send review' }).click()
        await expect(page.getByText('Please give 1 to 5 stars')).toBeVisible()
      }),
      { name: 'the reviews of the back office', reach: openList },
      next('a review that is hidden', async () => {
        await page.getByRole('button', { name: /^Hide the review/ }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Hide', exact: true }).click()
        await expect(page.getByRole('dialog').getByText('Please choose a reason')).toBeVisible()
      }),
    ]
  },
}
