/** A review, from the customer's form to the package's page. */
import { expect } from 'playwright/test'
import { Package } from '#db/models/catalogue/package.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { regionOf } from '#e2e/journeys/support/dashboard.ts'
import { expectToast, test } from '#e2e/journeys/support/journey.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'

const WORDS = 'Quick and kind. <script>alert(1)</script> https://spam.example'

test('a customer writes a review, an admin looks at it and replies, and the shop shows both', async ({
  page,
  db,
}) => {
  const name = `Hidden ${crypto.randomUUID().slice(0, 8)}`
  // The package is inactive until the end, so that other journeys do not see its rating.
  const { id: packageId } = await insertPackage(db, { name, isActive: false })
  const company = `Holm ${crypto.randomUUID().slice(0, 8)}`
  const customer = await createPerson(db, { firstName: 'Grace', lastName: 'Holm', company })
  const admin = await createPerson(db, { isAdmin: true })
  const finished = { status: 'completed', completedAt: new Date() } as const
  const order = await createPaidOrder(db, { userId: customer.id, packageId, ...finished })

  await page.setViewportSize({ width: 375, height: 812 })
  await signInAs(page, customer)
  await page.goto(`/dashboard?order=${order.id}`)
  const card = regionOf(page, 'Your review')
  await card.getByRole('button', { name: 'Write a review' }).click()
  const form = page.getByRole('dialog', { name: 'Write a review' })
  await form.getByRole('button', { name: 'Send review' }).click()
  await expect(form.getByText('Please give 1 to 5 stars')).toBeVisible()
  await expect(form.getByRole('radio', { name: '1 star' })).toBeFocused()
  await form.getByRole('radio', { name: '4 stars' }).check()
  await expect(form.getByText('Please give 1 to 5 stars')).toBeHidden()
  await form.getByLabel('What was good, and what was not?').fill(WORDS)
  await form.getByLabel('Shown as').selectOption(company)
  await form.getByRole('button', { name: 'Send review' }).click()
  await expectToast(page, 'Thank you for your review')
  await expect(card).toContainText('It will appear once we have checked it')
  await expect(card).toContainText(WORDS)

  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAs(page, admin)
  await page.goto(`/admin?view=reviews&review-q=${encodeURIComponent(company)}`)
  await page.getByRole('button', { name: `Publish the review of ${company}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await expectToast(page, 'Review Published')
  await page.getByRole('button', { name: `Reply to the review of ${company}` }).click()
  await page.getByRole('dialog').getByLabel('Reply').fill('Thank you!')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish the reply' }).click()
  await expectToast(page, 'Reply Published')
  await expect(page.getByText('Answered')).toBeVisible()

  await Package.query(db).findById(packageId).patch({ isActive: true })
  try {
    await page.goto('/')
    const inShop = page.getByRole('article').filter({ hasText: name })
    await inShop.getByRole('button', { name: /1 review/ }).click()
    const reviews = page.getByRole('dialog', { name: 'Customer Reviews' })
    await expect(reviews).toContainText('Based on 1 review')
    await expect(reviews.getByText('Verified Purchase')).toBeVisible()
    await expect(reviews).toContainText(company)
    await expect(reviews).not.toContainText('Grace')
    await expect(reviews).toContainText(WORDS)
    await expect(reviews).toContainText('Our reply: Thank you!')
    await expect(reviews.getByRole('link')).toHaveCount(0)
  } finally {
    await Package.query(db).findById(packageId).patch({ isActive: false })
  }
})
