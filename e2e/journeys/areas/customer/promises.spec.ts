/** An order's promised date is the same in all time zones, and the team gets mails about the work. */
import { type Browser, expect, type Page } from 'playwright/test'
import type { User } from '#db/models/people/user.ts'
import { insertAssignment } from '#db/testing/builders.ts'
import { regionOf } from '#e2e/journeys/support/dashboard.ts'
import { expectToast, test, watchContext } from '#e2e/journeys/support/journey.ts'
import { receiveMails } from '#e2e/journeys/support/mailbox.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'

async function openAs(
  browser: Browser,
  user: User,
  path: string,
  timezoneId = 'Europe/London',
): Promise<Page> {
  const context = await browser.newContext({ timezoneId })
  await watchContext(context)
  const page = await context.newPage()
  await signInAs(page, user)
  await page.goto(path)
  return page
}

test('an order is promised for the same date in all three areas, east and west of the company', async ({
  browser,
  db,
}) => {
  const customer = await createPerson(db)
  const staff = await createPerson(db, { isStaff: true })
  const admin = await createPerson(db, { isAdmin: true })
  // Friday, 11 PM in India. When the company closes on Tuesday, it is Wednesday in Kiritimati.
  const paidAt = new Date('2026-11-20T17:30:00Z')
  const order = await createPaidOrder(db, {
    userId: customer.id,
    createdAt: paidAt,
    paidAt,
    answersInAt: paidAt,
    deliveryDays: 2,
  })
  await insertAssignment(db, { orderId: order.id, staffId: staff.id, assignedById: admin.id })
  for (const [user, path, timezoneId] of [
    [customer, `/dashboard?order=${order.id}`, 'America/Los_Angeles'],
    [customer, `/dashboard?order=${order.id}`, 'Pacific/Kiritimati'],
    [staff, `/staff?order=${order.id}`, 'Pacific/Kiritimati'],
    [admin, `/admin?order=${order.id}`, 'Pacific/Kiritimati'],
  ] as const) {
    const page = await openAs(browser, user, path, timezoneId)
    await expect(page.getByText('24 Nov 2026').first()).toBeVisible()
    await page.context().close()
  }
})

test('a late order gets a new date with its reason, and waits for what the team cannot go on without', async ({
  browser,
  db,
}) => {
  test.slow()
  const customer = await createPerson(db)
  const staff = await createPerson(db, { firstName: 'Sam', lastName: 'Iyer', isStaff: true })
  const order = await createPaidOrder(db, {
    userId: customer.id,
    status: 'processing',
    answersInAt: new Date(),
    deliveryDays: 2,
    promisedAt: new Date(Date.now() - 7 * 86_400_000),
  })
  const work = { orderId: order.id, staffId: staff.id, assignedById: staff.id }
  await insertAssignment(db, { ...work, status: 'in_progress' })
  const phone = await openAs(browser, customer, `/dashboard?order=${order.id}`)
  const step = regionOf(phone, 'Next step')
  await expect(step).toContainText(/\d business days late/)
  await expect(step).toContainText('We’ll write to you with the reason and a new date')
  await expect(step.getByRole('link', { name: 'Request a refund' })).toBeVisible()

  const desk = await openAs(browser, staff, `/staff?order=${order.id}`)
  const dates = regionOf(desk, 'Promised date')
  const late = regionOf(desk, 'Next step')
  await expect(late).toContainText('finish the work, or set a new date with')
  await dates.getByRole('button', { name: 'Set a new date' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Set a new date' })
  await dialog.getByLabel('New date').fill('2099-12-01')
  await dialog.getByRole('button', { name: 'Set date' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Our designer is ill.')
  await dialog.getByRole('button', { name: 'Set date' }).click()
  await expectToast(desk, 'New Date Set')
  await expect(dates.locator('s')).toBeVisible()
  await expect(late).toContainText('finish the work and mark it complete')
  await expect(step).toContainText('The new date is 1 Dec 2099')
  const shown = regionOf(phone, 'Promised date')
  await expect(shown.locator('s')).toBeVisible()
  await expect(shown).toContainText('Our designer is ill.')
  const [moved] = await receiveMails(db, { kind: 'date_moved', to: customer.email })
  expect(JSON.stringify(moved)).toContain('Our designer is ill.')

  await desk.getByLabel('Message', { exact: true }).fill('Which logo do you want?')
  await desk.getByLabel('Put the date on hold until the customer replies').check()
  await desk.getByRole('button', { name: 'Send' }).click()
  await expect(phone.getByText('We’re blocked until you reply', { exact: true })).toBeVisible()
  await step.getByRole('button', { name: 'Reply' }).click()
  await expect(phone.getByLabel('Message', { exact: true })).toBeFocused()
  await expect(shown).toContainText(/If you haven’t replied by .*, the date goes on hold\./)
  const since = "now() - interval '5 days'"
  await db.raw(`UPDATE orders SET waiting_for = 'question', waiting_since = ${since}, question_at = ${since} - interval '2 days'
    WHERE id = ${order.id}`)
  await desk.reload()
  await expect(dates).toContainText(/On hold since .* until the customer replies to our message\./)
  await expect(dates.getByRole('button', { name: 'Set a new date' })).toHaveCount(0)
  await expect(desk.getByLabel('Put the date on hold until the customer replies')).toHaveCount(0)
  await dates.getByRole('button', { name: 'Take off hold' }).click()
  await expect(dates).toContainText(/Moved by \d business days? while on hold/)
  await expect(shown).toContainText(/Moved by \d business days? while on hold/)

  await late.getByRole('button', { name: 'Mark Complete' }).click()
  const delivery = desk.getByRole('dialog', { name: 'Mark Complete' })
  await delivery.getByRole('button', { name: 'Mark Complete' }).click()
  await expect(late).toContainText('All done.')
  await expect(dates).toHaveCount(0)
  await late.getByRole('button', { name: 'Undo completion' }).click()
  await expect(dates).toBeVisible()
  await late.getByRole('button', { name: 'Mark Complete' }).click()
  await delivery.getByLabel('Delivery note').fill('It is all there.')
  await delivery.getByRole('button', { name: 'Mark Complete' }).click()
  await phone.getByRole('button', { name: 'Accept delivery' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Accept delivery' }).click()
  await expect(step).toContainText('Delivery accepted, thank you')
})
