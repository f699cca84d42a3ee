/**
 * Users' texts appear unchanged on every page and never run: no dialog opens, and the content security policy has nothing to
 * block. For published pages see e2e/deploy/publishing.test.ts.
 */

import { readFile } from 'node:fs/promises'
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import type { AdminPackage } from '#api/contract/catalogue/packages.ts'
import { type Order, OrderEvent } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import { insertAssignment, insertCoupon, insertPaidOrder, insertRegistration } from '#db/testing/builders.ts'
import {
  HOSTILE_PACKAGE,
  IMAGE,
  insertHostileReviews,
  PAYLOADS,
  SCRIPT,
} from '#e2e/journeys/support/hostile-texts.ts'
import { test as base, expectToast } from '#e2e/journeys/support/journey.ts'
import { createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { dropOverviewFigures } from '#e2e/support/database.ts'
import { type OwnShop, openOwnShop } from '#e2e/support/own-shop.ts'

/** Texts that fit into every field of a name. */
const NAME = { firstName: IMAGE, lastName: SCRIPT, company: "'><svg/onload=alert(1)>" }
const ADDRESS = {
  address: IMAGE,
  city: SCRIPT,
  state: '<b onclick=alert(1)>',
  zipCode: '<!--',
  phone: '<img src=x>01',
}

interface World {
  item: AdminPackage
  admin: User
  staff: User
  customer: User
  order: Order
}

/** Filled once per worker, because each worker has one shop. */
let filled: Promise<World> | undefined

const test = base.extend<{ world: World }, { ownShop: OwnShop }>({
  ownShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const shop = await openOwnShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ ownShop }, use) => use(ownShop.origin),
  world: async ({ page, ownShop }, use) => {
    filled ??= fill(page, ownShop.db)
    await use(await filled)
  },
  page: async ({ page, expectFault }, use) => {
    // React's error for a page that was built with other packages, which it then renders again.
    expectFault(/Minified React error #418/)
    const ran: string[] = []
    page.on('dialog', (dialog) => {
      ran.push(dialog.message())
      void dialog.dismiss()
    })
    await use(page)
    expect(ran).toEqual([])
  },
})

// Keeps the tests in one worker, so that only one makes the shop.
test.describe.configure({ mode: 'default' })

/** Adds the texts through the API if there is a call, which proves that it accepts them. */
async function fill(page: Page, db: Knex): Promise<World> {
  const admin = await createPerson(db, { ...NAME, isAdmin: true })
  const staff = await createPerson(db, { ...NAME, isStaff: true })
  const customer = await createPerson(db, { ...NAME, ...ADDRESS, jobTitle: IMAGE, taxId: SCRIPT })
  await signInAs(page, admin)
  const made = await page.request.post('/api/admin/packages', {
    data: HOSTILE_PACKAGE,
  })
  expect(made.status()).toBe(201)
  const item = (await made.json()) as AdminPackage
  await insertHostileReviews(db, item.id)
  const order = await insertPaidOrder(db, { packageId: item.id, userId: customer.id })
  for (const note of PAYLOADS) {
    await OrderEvent.query(db).insert({
      orderId: order.id,
      kind: 'note',
      actorKind: 'admin',
      actorId: admin.id,
      note,
    })
  }
  await insertRegistration(db, item.id, {
    ...NAME,
    ...ADDRESS,
    email: 'form@example.com',
    jobTitle: IMAGE,
    country: 'US',
    taxId: SCRIPT,
  })
  await insertCoupon(db, { code: '<IMG SRC=X ONERROR=ALERT(1)>' })
  await insertAssignment(db, {
    orderId: order.id,
    staffId: staff.id,
    assignedById: admin.id,
    notes: PAYLOADS.join('\n'),
  })

  await signInAs(page, customer)
  const questions = (await (await page.request.get(`/api/packages/${item.id}/questions`)).json()) as {
    id: number
  }[]
  const answers = Object.fromEntries(questions.map(({ id }, index) => [id, PAYLOADS[index] ?? '']))
  expect((await page.request.post(`/api/orders/${order.id}/answers`, { data: { answers } })).status()).toBe(
    200,
  )
  for (const text of PAYLOADS) {
    const data = { text, key: crypto.randomUUID() }
    expect((await page.request.post(`/api/orders/${order.id}/messages`, { data })).status()).toBe(201)
  }
  await signInAs(page, staff)
  for (const text of PAYLOADS.slice(0, 4)) {
    const data = { text, isTeamOnly: true, key: crypto.randomUUID() }
    expect((await page.request.post(`/api/orders/${order.id}/messages`, { data })).status()).toBe(201)
  }
  await page.context().clearCookies()
  return { item, admin, staff, customer, order }
}

async function expectAllShown(page: Page, where = 'body'): Promise<void> {
  for (const payload of PAYLOADS) {
    await expect(page.locator(where).first()).toContainText(payload)
  }
}

test('texts of a package are shown as text in its form, on its card beside it and in the audit log', async ({
  page,
  world: { item, admin },
}) => {
  await signInAs(page, admin)
  const changes = { name: `${SCRIPT}${IMAGE}`, longDescription: `Other.\n\n${PAYLOADS.join('\n\n')}` }
  expect((await page.request.put(`/api/admin/packages/${item.id}`, { data: changes })).status()).toBe(200)
  await page.goto(`/admin?tab=packages&edit=${item.id}`)
  await expect(page.getByRole('dialog').getByRole('figure')).toContainText(changes.name)
  await page.goto('/admin?view=audit&subject=package')
  await expect(page.getByRole('row').filter({ hasText: 'Changed' }).first()).toContainText(changes.name)
  const before = { name: item.name, longDescription: item.longDescription }
  expect((await page.request.put(`/api/admin/packages/${item.id}`, { data: before })).status()).toBe(200)
})

const openButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

test('texts of packages and reviews are shown as text: cards, dialogs, checkout', async ({
  page,
  world: { item },
}) => {
  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: IMAGE })
  await card.hover()
  await expect(card).toContainText(SCRIPT)
  await card.getByRole('button', { name: 'View Details' }).click()
  await expectAllShown(page, 'dialog[open]')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Read all \d+ reviews$/ })
    .click()
  const reviews = page.getByRole('dialog', { name: 'Customer Reviews' })
  for (const payload of PAYLOADS) await expect(reviews).toContainText(`${payload} ${payload}`)

  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page.getByRole('dialog', { name: /^Get Started with / })).toContainText(IMAGE)
  await page.goto(`/checkout?packageId=${item.id}`)
  await expect(page.getByText(item.name).first()).toBeVisible()
})

test('a customer’s name and answers are shown as text: dashboard, order, invoice', async ({
  page,
  world: { customer, order },
}) => {
  await signInAs(page, customer)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(IMAGE)
  await expect(page.getByText(order.packageName).first()).toBeVisible()
  const started = page.waitForEvent('download')
  await openButton(page, `Download the invoice of order ${order.id}`)
  const file = await readFile(await (await started).path(), 'latin1')
  await expectToast(page, 'Invoice Downloaded')
  expect(file).toMatch(/^%PDF-/)
  expect(file).not.toMatch(/\/(JS|JavaScript|Launch|URI|EmbeddedFile)\b/)

  await page.goto(`/dashboard?order=${order.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(order.packageName)
  for (const payload of PAYLOADS)
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(payload)
  await openButton(page, 'Questions and answers')
  const dialog = page.getByRole('dialog', { name: 'Package Information Requirements' })
  for (const payload of PAYLOADS) await expect(dialog).toContainText(payload)
  const filled = await dialog
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => Reflect.get(field, 'value') as string))
  expect(filled.sort()).toEqual(PAYLOADS.toSorted())
})

test('everybody’s input is shown as text to admins and staff: every tab, answers, history, notes', async ({
  page,
  ownShop,
  world: { admin, staff, order },
}) => {
  await dropOverviewFigures(ownShop.db)
  await signInAs(page, admin)
  for (const [tab, text] of [
    ['overview', order.packageName],
    ['users', IMAGE],
    ['registrations', IMAGE],
    ['coupons', '<IMG SRC=X ONERROR=ALERT(1)>'],
    ['packages', order.packageName],
    ['staff', IMAGE],
    ['orders', order.packageName],
  ] as const) {
    await page.goto(`/admin?tab=${tab}`)
    await expect(page.locator('main')).toContainText(text)
  }
  await openButton(page, `View Answers of INV-${order.id}`)
  const answers = page.getByRole('dialog', { name: 'Customer Answers' })
  for (const payload of PAYLOADS)
    await expect(answers.getByRole('definition').filter({ hasText: payload })).not.toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.goto(`/admin?order=${order.id}`)
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText(IMAGE)
  for (const part of ['Answers', 'History', 'Messages'])
    for (const payload of PAYLOADS)
      await expect(page.getByRole('region', { name: part, exact: true })).toContainText(payload)

  await signInAs(page, staff)
  await page.goto(`/staff?order=${order.id}`)
  for (const payload of PAYLOADS)
    for (const part of ['Client and dates', 'Answers', 'Messages'])
      await expect(page.getByRole('region', { name: part, exact: true })).toContainText(payload)
  await page.goto('/staff')
  const card = page.getByRole('article').filter({ hasText: `INV-${order.id} ` })
  await card.getByRole('heading').getByRole('button').click()
  for (const payload of PAYLOADS) await expect(card).toContainText(payload)
})
