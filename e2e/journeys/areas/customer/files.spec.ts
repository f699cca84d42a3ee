/** Files in an order's conversation: the customer sends them from a phone, staff download them. */
import { readFile } from 'node:fs/promises'
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { checkFile } from '#api/orders/files/check-file.ts'
import { drawPreview } from '#api/orders/files/preview.ts'
import { Jobs } from '#api/platform/jobs/jobs.ts'
import { openFileFolder } from '#api/platform/storage/open.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { insertAssignment, insertPackage } from '#db/testing/builders.ts'
import { regionOf } from '#e2e/journeys/support/dashboard.ts'
import { test } from '#e2e/journeys/support/journey.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { readDatabaseUrl } from '#e2e/support/own-api.ts'
import { DATA_DIR } from '#e2e/support/topology.ts'

const messagesOf = (page: Page) => regionOf(page, 'Messages')
const choose = (page: Page, ...files: { name: string; buffer: Buffer }[]) =>
  page
    .getByLabel('Files to add')
    .setInputFiles(files.map(({ name, buffer }) => ({ name, buffer, mimeType: 'application/octet-stream' })))
/** Checks files and draws previews, as the worker does in production. */
async function checkFilesOf(db: Knex, orderId: number): Promise<void> {
  const storage = openFileFolder(DATA_DIR)
  const jobs = new Jobs({ databaseUrl: await readDatabaseUrl(), isWorking: false })
  for (const { id } of await OrderFile.query(db).where({ orderId, state: 'checking' })) {
    await checkFile({ db, jobs, storage, scanCommand: undefined }, id)
    await drawPreview({ db, storage }, id)
  }
  await jobs.close()
}

const drawLogo = () =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

test.use({ viewport: { width: 375, height: 812 } })

test('a file goes on after a lost connection, waits with the draft, and reaches the team', async ({
  page,
  browser,
  db,
  expectFault,
}) => {
  test.slow()
  expectFault(/ERR_FAILED/)
  const customer = await createPerson(db, { firstName: 'Amara', lastName: 'Okafor' })
  const staff = await createPerson(db, { firstName: 'Sam', isStaff: true })
  const order = await createPaidOrder(db, { userId: customer.id })
  await insertAssignment(db, { orderId: order.id, staffId: staff.id, assignedById: staff.id })
  await signInAs(page, customer)
  await page.goto(`/dashboard?order=${order.id}`)

  let lost = 0
  await page.route('**/api/uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH' || lost > 0) return route.fallback()
    lost += 1
    await route.abort()
  })
  const logo = await drawLogo()
  await choose(page, { name: 'logo.png', buffer: logo }, { name: 'empty.txt', buffer: Buffer.alloc(0) })
  await expect(page.getByRole('alert').filter({ hasText: 'This file is empty.' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove empty.txt' }).click()
  await expect(page.getByRole('button', { name: 'Remove logo.png' })).toBeVisible()
  expect(lost).toBe(1)

  // The added file is still there after a reload.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove logo.png' })).toBeVisible()
  await choose(page, { name: 'wrong.txt', buffer: Buffer.from('not this one') })
  await page.getByRole('button', { name: 'Remove wrong.txt' }).click()
  await expect(page.getByRole('button', { name: 'Remove logo.png' })).toBeFocused()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messagesOf(page)).toContainText('Sent a file')
  await expect(messagesOf(page)).toContainText('Being checked')
  await expect(page.getByRole('button', { name: 'Remove logo.png' })).toHaveCount(0)
  await expect
    .poll(async () => (await OrderFile.query(db).where({ orderId: order.id })).map(({ name }) => name))
    .toEqual(['logo.png'])

  await checkFilesOf(db, order.id)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const desk = await context.newPage()
  await signInAs(desk, staff)
  await desk.goto(`/staff?order=${order.id}`)
  const link = messagesOf(desk).getByRole('link', { name: /logo\.png/ })
  await expect(link.locator('img')).toHaveJSProperty('complete', true)
  const [download] = await Promise.all([desk.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('logo.png')
  expect((await readFile(await download.path())).equals(logo)).toBe(true)
  await expect(regionOf(desk, 'Files').getByRole('link', { name: /logo\.png/ })).toBeVisible()
  await context.close()
})

test('what is added to a note of the team does not go with a message', async ({ page, db }) => {
  const staff = await createPerson(db, { firstName: 'Sam', isStaff: true })
  const order = await createPaidOrder(db)
  await insertAssignment(db, { orderId: order.id, staffId: staff.id, assignedById: staff.id })
  await signInAs(page, staff)
  await page.goto(`/staff?order=${order.id}`)
  await page.getByText('Team-only note', { exact: true }).click()
  await choose(page, { name: 'costs.xlsx', buffer: Buffer.from('secret') })
  await expect(page.getByRole('button', { name: 'Remove costs.xlsx' })).toBeVisible()
  await page.getByText('Message to the customer').click()
  await expect(page.getByRole('button', { name: 'Remove costs.xlsx' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messagesOf(page)).toContainText('Hello')
  await page.getByText('Team-only note', { exact: true }).click()
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(messagesOf(page)).toContainText('costs.xlsx')
  const notes = await db('order_messages').where({ orderId: order.id, isTeamOnly: true }).pluck('id')
  expect(await OrderFile.query(db).where({ orderId: order.id })).toMatchObject([{ messageId: notes[0] }])
})

test('a question that asks for files is answered with them, and they wait over a reload', async ({
  page,
  db,
}) => {
  const customer = await createPerson(db)
  const pkg = await insertPackage(db, {
    name: 'Logo Refresh',
    slug: `logo-refresh-${crypto.randomUUID()}`,
    isActive: false,
  })
  await db('package_questions').insert({
    packageId: pkg.id,
    question: 'Your logo today',
    questionType: 'files',
    required: true,
    position: 0,
  })
  const order = await createPaidOrder(db, { userId: customer.id, packageId: pkg.id, packageName: pkg.name })
  await signInAs(page, customer)
  await page.goto(`/dashboard?order=${order.id}`)
  const open = () =>
    page
      .getByRole('button', { name: /answer|question/i })
      .first()
      .click()
  const dialog = page.getByRole('dialog', { name: 'Package Information Requirements' })
  await open()
  await dialog.getByLabel('Files to add').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await drawLogo(),
  })
  await expect(dialog.getByRole('button', { name: 'Remove logo.png' })).toBeVisible()
  await page.reload()
  await open()
  await expect(dialog.getByRole('button', { name: 'Remove logo.png' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Submit Responses' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await db('order_answers').where({ orderId: order.id })).toMatchObject([{ answer: 'logo.png' }])
  await expect(page.getByRole('region', { name: 'Files', exact: true })).toContainText('logo.png')
})
