/** The staff area. Every journey has its own people and orders. */

import { expect, type Page } from 'playwright/test'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { Order, OrderAnswer } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import { insertAssignment } from '#db/testing/builders.ts'
import { test as base, expectRedirect, expectToast } from '#e2e/journeys/support/journey.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'

interface Work {
  staff: User
  admin: User
}

const test = base.extend<{ work: Work }>({
  work: async ({ page, db }, use) => {
    const staff = await createPerson(db, { firstName: 'Sam', lastName: 'Iyer', isStaff: true })
    const admin = await createPerson(db, { firstName: 'Ada', lastName: 'Minh', isAdmin: true })
    await signInAs(page, staff)
    await use({ staff, admin })
  },
})

const cardOf = (page: Page, order: Order) => page.getByRole('article').filter({ hasText: `INV-${order.id} ` })
const statOf = (page: Page, label: string) =>
  page
    .locator('dl')
    .first()
    .getByRole('term')
    .filter({ hasText: label })
    .locator('xpath=following-sibling::dd')

test('a visitor sees the home page, and who is signed in without the right is told and led there', async ({
  page,
  db,
}) => {
  for (const flags of [undefined, { isAdmin: true }]) {
    if (flags) await signInAs(page, await createPerson(db, flags))
    await page.goto('/staff')
    await expect(page.getByRole('heading', { name: 'Packages', exact: true })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Staff' })).toHaveCount(0)
    if (!flags) {
      await expect(page.locator('shop-toaster .toast')).toHaveCount(0)
      continue
    }
    await expectToast(page, 'Access Denied', 'Staff access required. Redirecting to login...')
    await page.waitForURL((url) => url.pathname === '/')
  }
})

test('work is started, gets notes and is completed, and the customer’s answers are read', async ({
  page,
  db,
  work: { staff, admin },
  expectFault,
}) => {
  test.slow()
  // The API refuses the link below.
  expectFault(/400/)
  const order = await createPaidOrder(db)
  const [question] = await PackageQuestion.query(db).where({ packageId: order.packageId }).orderBy('position')
  if (!question) throw new Error('The package has questions')
  await OrderAnswer.query(db).insert({
    orderId: order.id,
    questionId: question.id,
    question: question.question,
    answer: 'whitfield.example',
  })
  const { id } = await insertAssignment(db, {
    orderId: order.id,
    staffId: staff.id,
    assignedById: admin.id,
    notes: 'Call before you begin.',
  })
  const done = await createPaidOrder(db)
  await insertAssignment(db, {
    orderId: done.id,
    staffId: staff.id,
    assignedById: admin.id,
    status: 'completed',
  })

  // Signing in leads staff to the dashboard. From there the header leads to the staff area.
  await page.goto('/dashboard')
  await page.getByRole('banner').getByRole('link', { name: 'Staff' }).click()
  await page.waitForURL('**/staff')
  await expect(statOf(page, 'Total Assignments')).toHaveText('2')
  const card = cardOf(page, order)
  const opener = card.getByRole('heading').getByRole('button')
  await expect(card).toContainText(/1 of \d answered/)
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
  await opener.press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  const buyer = await User.query(db).findById(order.userId ?? 0)
  for (const text of [
    'SEO & Marketing',
    'Assigned',
    'Ada Minh',
    'Call before you begin.',
    buyer?.email ?? '?',
    'Next step: ',
  ]) {
    await expect(card).toContainText(text)
  }
  await expect(card.getByRole('link', { name: buyer?.phone })).toHaveAttribute('href', /^tel:\+?\d+$/)
  await card.getByRole('link', { name: 'Open order' }).click()
  const answers = page.getByRole('region', { name: 'Answers' })
  await expect(answers).toContainText(question.question)
  await expect(answers).toContainText('whitfield.example')
  await expect(answers.getByText('Required, not answered', { exact: true }).first()).toBeVisible()
  await expect(answers.getByText('Optional, not answered', { exact: true }).first()).toBeVisible()
  // The next step moves on once the customer has been asked.
  const step = page.getByRole('region', { name: 'Next step' })
  await step.getByRole('button', { name: 'Ask the customer' }).click()
  await page.keyboard.type('Which logo do you want?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(step).toContainText(/^Waiting for .* to send the .*missing answers?\. We last wrote on/)
  await page.getByRole('link', { name: 'All assignments' }).click()

  const filter = page.getByRole('group', { name: 'Show assignments by status' })
  await filter.getByText('Assigned').click()
  await card.getByRole('button', { name: 'Start Work' }).click()
  const missing = page.getByRole('dialog', { name: 'Start without the answers?' })
  await missing.getByRole('button', { name: 'Start anyway' }).click()
  await expectToast(page, 'Status Updated')
  await expect(statOf(page, 'In Progress')).toHaveText('1')
  // The card and the focus stay until another filter is chosen.
  await expect(card.getByRole('button', { name: 'Mark Complete' })).toBeVisible()
  await expect(page).toHaveURL(/status=assigned/)
  await filter.getByText('Completed').click()
  await expect(card).toHaveCount(0)
  await filter.getByText('All').click()
  expect(await Order.query(db).findById(order.id)).toMatchObject({ status: 'processing' })

  await card.getByRole('button', { name: 'Mark Complete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark Complete' })
  await dialog.getByLabel('Delivery note').fill('The new site is live.')
  await dialog.getByLabel('Link').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Mark Complete' }).click()
  await expect(dialog.getByText('Link must begin with https:// or http://')).toBeVisible()
  // A field says it, so no toast does.
  expect(await page.getByText('Failed to update assignment status').count()).toBe(0)
  await dialog.getByLabel('Link').fill('whitfield.example/new')
  await dialog.getByRole('button', { name: 'Mark Complete' }).click()
  await expect(statOf(page, 'Completed')).toHaveText('2')
  await expect(card.getByRole('button', { name: /Start Work|Mark Complete/ })).toHaveCount(0)
  await expect(opener).toBeFocused()
  expect(await StaffAssignment.query(db).findById(id)).toMatchObject({ status: 'completed' })

  await filter.getByText('In Progress').click()
  await expect(page.getByText('No assignments with status ‘In Progress’')).toBeVisible()
  await page.getByRole('button', { name: 'Show all assignments' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)

  // The customer reads it on the order's page.
  if (!buyer) throw new Error('The order has a buyer')
  await User.query(db).findById(buyer.id).patch({ passwordHash: staff.passwordHash })
  await signInAs(page, buyer)
  await page.goto(`/dashboard?order=${order.id}`)
  const delivered = page.getByRole('region', { name: 'Your delivery' })
  await expect(delivered).toContainText('The new site is live.')
  await expect(delivered.getByRole('link')).toHaveAttribute('href', 'https://whitfield.example/new')
})

test('a step is undone within ten seconds, and says politely where it comes too late', async ({
  page,
  db,
  work: { staff, admin },
  expectFault,
}) => {
  expectFault(/409/)
  const order = await createPaidOrder(db, { answersInAt: new Date() })
  await insertAssignment(db, { orderId: order.id, staffId: staff.id, assignedById: admin.id })
  await page.setViewportSize({ width: 375, height: 812 })
  await page.clock.install()
  await page.goto('/staff')
  const card = cardOf(page, order)
  const undo = card.getByRole('button', { name: 'Undo' })
  // On a phone the client's name has room beside the order, and the button is inside.
  const client = card.getByText(/Whitfield\d+$/)
  expect(
    await client.evaluate(({ parentElement: line }) => line && line.scrollWidth - line.clientWidth),
  ).toBe(0)
  await expect(card.getByRole('button', { name: 'Start Work' })).toBeHidden()
  await card.getByRole('heading').getByRole('button').click()
  await card.getByRole('button', { name: 'Start Work' }).click()
  await undo.click()
  await expectToast(page, 'Change Undone')
  await expect(card.getByRole('button', { name: 'Start Work' })).toBeVisible()
  expect(await Order.query(db).findById(order.id)).toMatchObject({ status: 'pending' })

  await card.getByRole('button', { name: 'Start Work' }).click()
  await expect(undo).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(undo).toHaveCount(0)

  await card.getByRole('button', { name: 'Mark Complete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark Complete' }).click()
  await expect(undo).toBeVisible()
  await db('assignment_events')
    .update({ createdAt: db.raw("created_at - interval '11 seconds'") })
    .whereIn(
      'assignmentId',
      StaffAssignment.query(db).where({ orderId: order.id }).select('id').toKnexQuery(),
    )
  await undo.click()
  await expectToast(
    page,
    'Failed to update assignment status',
    'This step can no longer be undone. An admin can assign the work again.',
  )
})

test('a status that cannot be set says so, and the card stays as it was', async ({
  page,
  db,
  work,
  expectFault,
}) => {
  expectFault(/409|ERR_FAILED/)
  const order = await createPaidOrder(db, { answersInAt: new Date() })
  const { id } = await insertAssignment(db, {
    orderId: order.id,
    staffId: work.staff.id,
    assignedById: work.admin.id,
  })
  await page.goto('/staff')
  const start = cardOf(page, order).getByRole('button', { name: 'Start Work' })
  await page.route('**/api/staff/assignments/*/status', (route) => route.abort())
  await start.click()
  await expectToast(page, 'Error', 'Failed to update assignment status')
  await page.unroute('**/api/staff/assignments/*/status')
  await StaffAssignment.query(db).findById(id).patch({ status: 'completed' })
  await start.click()
  await expectToast(page, 'Error', 'Failed to update assignment status')
  await expect(start).toBeEnabled()
})

test('assignments that do not load say so, and load at the second try', async ({
  page,
  work: _,
  expectFault,
}) => {
  expectFault(/503/)
  await page.route('**/api/staff/assignments', (route) => route.fulfill({ status: 503, body: 'busy' }))
  await page.goto('/staff')
  await expect(page.getByRole('alert').filter({ hasText: 'Your assignments didn’t load' })).toBeVisible()
  await page.unroute('**/api/staff/assignments')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No assignments yet')).toBeVisible()
})

test('what did not load of an order says why, and one button fetches all of it again', async ({
  page,
  db,
  work: { staff, admin },
  expectFault,
}) => {
  expectFault(/503|ERR_FAILED/)
  const order = await createPaidOrder(db, { answersInAt: new Date() })
  await insertAssignment(db, { orderId: order.id, staffId: staff.id, assignedById: admin.id })
  const parts = /\/api\/orders\/\d+\/(answers|credentials|messages|work)$/
  const failed = page.getByRole('alert').filter({ hasText: 'didn’t load' })
  const retry = failed.getByRole('button', { name: 'Try again' })
  await page.route(parts, (route) => route.fulfill({ status: 503, body: 'busy' }))
  await page.goto(`/staff?order=${order.id}`)
  await expect(failed).toContainText(Array(4).fill('The shop is busy. Please try again in a moment.'))
  await page.unroute(parts)
  await page.route(parts, (route) => route.abort())
  await retry.first().click()
  await expect(failed).toContainText(Array(4).fill('Check your connection and try again.'))
  await page.unroute(parts)
  await retry.last().click()
  await expect(page.getByText('No messages yet')).toBeVisible()
  await expect(failed).toHaveCount(0)
  // It fetches the same as the deliveries do, and says nothing while it lacks it.
  await expect(page.getByRole('heading', { name: 'Promised date' })).toBeVisible()
})

test('while the customer waits for a reply that is the next step, and its button leads to the field', async ({
  page,
  db,
  work: { staff, admin },
}) => {
  const order = await createPaidOrder(db, { answersInAt: new Date(), awaitsReplySince: new Date() })
  const work = { orderId: order.id, staffId: staff.id, assignedById: admin.id }
  await insertAssignment(db, { ...work, status: 'in_progress' })
  await page.goto(`/staff?order=${order.id}`)
  const step = page.getByRole('region', { name: 'Next step' })
  const reply = step.getByRole('button', { name: 'Reply' })
  await expect(step.getByRole('button', { name: 'Mark Complete' })).toBeVisible()
  await page.getByText('Team-only note', { exact: true }).click()
  await reply.click()
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  await expect(field).toBeFocused()
  await field.fill('It will be ready on Monday.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(reply).toHaveCount(0)
  await expect(step).not.toContainText('reply')

  // A fix is asked for after the completion.
  await StaffAssignment.query(db).where({ orderId: order.id }).patch({ status: 'completed' })
  await Order.query(db).findById(order.id).patch({ workState: 'in_rework' })
  await page.reload()
  await step.getByRole('button', { name: 'Deliver' }).click()
  await expect(page.getByRole('dialog', { name: 'Deliver' })).toBeVisible()
})

test('somebody who is no longer staff is told so and, after two seconds, sent home', async ({
  page,
  db,
  work,
  expectFault,
}) => {
  expectFault(/401|403/)
  const order = await createPaidOrder(db, { answersInAt: new Date() })
  await insertAssignment(db, { orderId: order.id, staffId: work.staff.id, assignedById: work.admin.id })
  await page.goto('/staff')
  const start = cardOf(page, order).getByRole('button', { name: 'Start Work' })
  await expect(start).toBeVisible()
  await User.query(db).findById(work.staff.id).patch({ isStaff: false })
  await expectRedirect(page, {
    cause: () => start.click(),
    toast: ['Access Denied', 'Staff access required. Redirecting to login...'],
    pauseMs: 2000,
    url: '/',
  })
})
