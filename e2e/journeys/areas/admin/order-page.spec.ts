/** An order's own page in the back office: from the list and back, and the number of clicks for the actions on it. */
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { type Order, OrderAnswer, OrderEvent } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { insertAssignment, insertOrder, insertPaidOrder } from '#db/testing/builders.ts'
import { expectToast, holdCalls } from '#e2e/journeys/support/journey.ts'
import { createPaidOrder, createPerson, adminTest as test } from '#e2e/journeys/support/people.ts'
import { getPackage } from '#e2e/support/database.ts'

/** Creates an order with only the first required question answered. */
async function createAnsweredOrder(db: Knex, fields: Partial<Order> = {}) {
  const { id: packageId } = await getPackage(db, 'site-audit')
  const order = await insertPaidOrder(db, { packageId, ...fields })
  const questions = await PackageQuestion.query(db).where({ packageId, required: true }).orderBy('position')
  const [first] = questions
  if (!first) throw new Error('The package asks nothing')
  await OrderAnswer.query(db).insert({
    orderId: order.id,
    questionId: first.id,
    question: first.question,
    answer: 'A typed answer',
  })
  return { order, missing: questions.length - 1 }
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const nameOn = (page: Page, { invoiceNumber }: { invoiceNumber: string }) =>
  page.getByRole('heading', { name: invoiceNumber, exact: true })

for (const width of [375, 1440])
  test(`answers are two clicks away, and the way back finds the list as it was, ${width} wide`, async ({
    page,
    db,
    admin: _,
  }) => {
    await page.setViewportSize({ width, height: 700 })
    const { order, missing } = await createAnsweredOrder(db)
    const { email } = order.buyer
    for (let older = 0; older < 30; older += 1)
      await insertPaidOrder(db, {
        packageId: order.packageId,
        buyer: order.buyer,
        createdAt: new Date(2026, 0, older + 1),
      })
    await page.goto(`/admin?tab=orders&q=${encodeURIComponent(email)}&sort=createdAt`)
    const link = page.getByRole('link', { name: order.invoiceNumber, exact: true })
    await link.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => scrollY)
    expect(scrolled).toBeGreaterThan(0)

    await link.click()
    await expect(nameOn(page, order)).toBeFocused()
    await expect(part(page, 'Answers')).toContainText('A typed answer')
    await expect(part(page, 'Answers').getByText('Required, not answered', { exact: true })).toHaveCount(
      missing,
    )
    await expect(part(page, 'Answers')).toContainText('Optional, not answered')
    expect(await page.evaluate(() => scrollY)).toBe(0)

    await page.reload()
    await expect(part(page, 'Answers')).toContainText('A typed answer')
    await page.goBack()
    await expect(link).toBeVisible()
    await link.click()
    await expect(nameOn(page, order)).toBeFocused()
    await page.getByRole('tabpanel').getByRole('link', { name: 'Orders', exact: true }).click()
    await expect(page).toHaveURL(/sort=createdAt/)
    await expect(link).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  })

test('somebody is assigned in two clicks, the work is given to another, and a silent customer is called', async ({
  page,
  db,
  admin: _,
}) => {
  // The customer was reminded, and has not reacted for 40 days.
  const longAgo = new Date(Date.now() - 40 * 86_400_000)
  const { order } = await createAnsweredOrder(db, {
    paidAt: longAgo,
    callDueAt: longAgo,
    silenceEndsAt: longAgo,
  })
  await OrderAnswer.query(db).where({ orderId: order.id }).patch({ updatedAt: longAgo })
  const reminder = {
    kind: 'note',
    actorKind: 'system',
    note: 'Last reminder by e-mail',
    reminder: 'last',
  } as const
  await OrderEvent.query(db).insert({
    ...reminder,
    orderId: order.id,
    createdAt: new Date(Date.now() - 8 * 86_400_000),
  })
  const [ada, noor] = [
    await createPerson(db, { isStaff: true, lastName: `Adams ${order.id}` }),
    await createPerson(db, { isStaff: true, lastName: `Nasser ${order.id}` }),
  ]
  await page.goto(`/admin?order=${order.id}`)
  const staff = part(page, 'Staff')
  // On a phone whom to assign is asked before the conversation, until somebody is.
  await page.setViewportSize({ width: 390, height: 844 })
  const topOf = async (name: string) => (await part(page, name).boundingBox())?.y ?? 0
  await expect(part(page, 'Conversation')).toBeVisible()
  expect(await topOf('Staff')).toBeLessThan(await topOf('Conversation'))
  await page.setViewportSize({ width: 1280, height: 720 })
  await staff.getByRole('combobox', { name: 'Assign to' }).click()
  await staff.getByRole('combobox').fill(ada.lastName)
  await staff.getByRole('option', { name: ada.lastName }).click()
  // Choosing alone assigns nobody, and mails nobody.
  expect(await StaffAssignment.query(db).where({ orderId: order.id })).toEqual([])
  await staff.getByRole('button', { name: 'Assign', exact: true }).click()
  await expectToast(
    page,
    'Assignment Created',
    `${ada.firstName} ${ada.lastName} is now assigned to ${order.invoiceNumber}.`,
  )
  await expect(staff.getByRole('listitem')).toContainText(ada.lastName)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await topOf('Staff')) - (await topOf('Conversation'))).toBeGreaterThan(0)
  await page.setViewportSize({ width: 1280, height: 720 })

  await staff.getByRole('button', { name: /^Reassign/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Reassign' })
  await dialog.getByRole('combobox').fill(noor.lastName)
  await dialog.getByRole('option', { name: noor.lastName }).click()
  await dialog.getByRole('button', { name: 'Reassign' }).click()
  await expect(staff.getByRole('listitem')).toContainText(noor.lastName)

  const answers = part(page, 'Answers')
  await expect(answers.getByRole('link', { name: order.buyer.phone })).toHaveAttribute('href', /^tel:/)
  await answers.getByRole('button', { name: 'Remind now' }).click()
  await expectToast(page, 'Reminder Sent')
  await answers.getByRole('button', { name: 'Log a call' }).click()
  await expect(answers.getByText(/^Called · .* by Ada /)).toBeVisible()
  await expect(answers.getByText('Call the customer')).toHaveCount(0)
  await expect(part(page, 'History')).toContainText('Reminded by email about missing answers')
  await answers.getByRole('button', { name: 'Close the order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close the order' }).click()
  await expect(page.getByLabel(`Status of ${order.invoiceNumber}`)).toHaveValue('cancelled')
  await expect(part(page, 'Reminders')).toHaveCount(0)
})

test('an order set to processing by mistake can be cancelled in time again, once no work had begun', async ({
  page,
  db,
  admin: _,
}) => {
  const order = await createPaidOrder(db, { status: 'pending', paidAt: new Date() })
  const paid = { kind: 'payment_status', fromValue: 'unpaid', toValue: 'paid' } as const
  const byCustomer = { orderId: order.id, actorKind: 'customer' } as const
  await OrderEvent.query(db).insert([
    { ...paid, ...byCustomer },
    { kind: 'note', note: 'Question about the offer: Until when?', ...byCustomer },
  ])
  await page.goto(`/admin?order=${order.id}`)
  const steps = part(page, 'History').getByRole('listitem')
  await expect(steps.filter({ hasText: 'Unpaid → Paid' })).toContainText(
    `by ${order.buyer.firstName} ${order.buyer.lastName}`,
  )
  // Anybody with the offer's link may have asked.
  await expect(steps.filter({ hasText: 'Until when?' })).not.toContainText(' by ')
  const status = page.getByLabel(`Status of ${order.invoiceNumber}`)
  // The mistake is noticed before it is saved.
  const respond = await holdCalls(page, `**/api/admin/orders/${order.id}/status`)
  await status.selectOption('processing')
  await status.selectOption('pending')
  const dialog = page.getByRole('dialog', { name: 'Had work started?' })
  await expect(dialog).toContainText('within 48 hours of payment')
  respond()
  await expect(part(page, 'History')).toContainText('Status: Pending → In Process')
  await expect(status).toHaveAttribute('aria-busy', 'false')
  await dialog.getByRole('button', { name: 'No', exact: true }).click()
  await expect(part(page, 'History')).toContainText('Work had not begun')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: `Refund ${order.invoiceNumber}` }).click()
  await expect(page.getByRole('dialog', { name: 'Refund' })).toContainText('Full refund under the policy')
})

test('an order whose work is complete is completed in one click, and its customer is another one away', async ({
  page,
  db,
  admin,
}) => {
  const order = await createPaidOrder(db, { status: 'processing', answersInAt: new Date() })
  const work = { orderId: order.id, staffId: admin.id, assignedById: admin.id }
  await insertAssignment(db, { ...work, status: 'completed' })
  await page.goto(`/admin?order=${order.id}`)
  await page.getByRole('button', { name: 'Complete order' }).click()
  const status = page.getByLabel(`Status of ${order.invoiceNumber}`)
  await expect(status).toHaveValue('completed')
  await expect(status).toBeFocused()
  await expect(page.getByText('Ready to close')).toHaveCount(0)
  await page.getByRole('button', { name: `Undo the change of ${order.invoiceNumber}` }).click()
  await expect(page.getByText('Ready to close')).toBeVisible()
  const { firstName, lastName } = order.buyer
  await page
    .getByRole('link', { name: `${firstName} ${lastName}` })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`user=${order.userId}`))
})

test('cancelling a paid order names the notice of the terms and keeps the reason', async ({
  page,
  db,
  admin: _,
}) => {
  const order = await createPaidOrder(db, { status: 'pending' })
  await page.goto(`/admin?order=${order.id}`)
  await page.getByLabel(`Status of ${order.invoiceNumber}`).selectOption('cancelled')
  const dialog = page.getByRole('dialog', { name: 'Cancel this order' })
  await expect(dialog).toContainText('7 days’ written notice')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog).toContainText('Please give the reason')
  await dialog.getByLabel('Reason').fill('Both sides agreed on the phone.')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(part(page, 'History')).toContainText('Reason: Both sides agreed on the phone.')
})

test('an attempt, an overdue order and an unknown number each say what they are', async ({
  page,
  db,
  admin,
  expectFault,
}) => {
  expectFault(/404/)
  const { id: packageId } = await getPackage(db, 'site-audit')
  const { userId } = await insertPaidOrder(db, { packageId })
  const attempt = await insertOrder(db, { packageId, userId, paymentStatus: 'unpaid', paidAt: null })
  await page.goto(`/admin?order=${attempt.id}`)
  await expect(page.getByRole('heading', { name: `#${attempt.id}`, exact: true })).toBeVisible()
  await expect(page.getByText('Only a paid order can be assigned.')).toBeVisible()
  await expect(part(page, 'Invoices and credit notes')).toHaveCount(0)

  const late = await insertPaidOrder(db, {
    packageId,
    answersInAt: new Date('2026-01-01'),
    promisedAt: new Date(Date.now() - 3 * 86_400_000),
  })
  await insertAssignment(db, { orderId: late.id, staffId: admin.id, assignedById: admin.id })
  await page.goto(`/admin?order=${late.id}`)
  await expect(page.getByText(/ late$/)).toHaveText([/day/, /day/])

  await page.goto('/admin?order=2147483647')
  await expect(
    page.getByText('The link may be wrong, or it was an unpaid attempt that has been removed.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'See all orders' }).click()
  await expect(page).toHaveURL(/\?tab=orders$/)
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible()
})
