/** The customer's area: orders, their questions and invoices, the profile. Every journey has its own account. */

import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import { brand } from '#api/content/content.ts'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { type Order, OrderAnswer, OrderEvent } from '#db/models/orders/order.ts'
import { insertAssignment, insertCoupon } from '#db/testing/builders.ts'
import { createOrder, historyOf, openDashboard, regionOf } from '#e2e/journeys/support/dashboard.ts'
import { expectToast, test } from '#e2e/journeys/support/journey.ts'
import { readPdf } from '#e2e/journeys/support/pdf.ts'
import { createPerson, PASSWORD } from '#e2e/journeys/support/people.ts'

async function downloadInvoice(page: Page, order: Order) {
  const started = page.waitForEvent('download')
  await page
    .getByRole('button', { name: `Download the invoice of order ${order.id}` })
    .first()
    .click()
  const download = await started
  await expectToast(page, 'Invoice Downloaded')
  return { name: download.suggestedFilename(), path: await download.path() }
}

test('many orders come in pages of ten, with a search and filters, all of it in the address', async ({
  page,
  db,
}) => {
  const user = await createPerson(db)
  for (let i = 0; i < 12; i++) await createOrder(db, user, { status: i === 0 ? 'cancelled' : 'completed' })
  await openDashboard(page, user)
  const history = historyOf(page)
  const rows = history.getByRole('listitem')
  await expect(history).toContainText('12 orders')
  await expect(rows).toHaveCount(10)
  await history.getByRole('button', { name: 'Next page' }).click()
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await history.getByLabel('Status').selectOption('Cancelled')
  await expect(rows).toHaveCount(1)
  await expect(history).toContainText('1 of 12 orders')
  await history.getByLabel('Search orders').fill('no such thing')
  await expect(history).toContainText('No order matches')
  await history.getByRole('button', { name: 'Show all orders' }).click()
  await expect(rows).toHaveCount(10)
})

// On a phone the layout has other elements.
for (const width of [375, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('the overview tells what was bought and spent, and shows each package', async ({ page, db }) => {
      const user = await createPerson(db, { firstName: 'Ines' })
      const coupon = await insertCoupon(db)
      const reduced = { couponId: coupon.id, couponCode: coupon.code, discountCents: 990, amountCents: 8910 }
      const oldest = await createOrder(db, user, { createdAt: new Date('2026-10-05T09:00:00Z'), ...reduced })
      await createOrder(db, user, { originalCents: 1_234_500, amountCents: 1_234_500, status: 'completed' })
      await createOrder(db, user, { status: 'cancelled' })
      await createOrder(db, user, { status: 'processing' })
      await openDashboard(page, user)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ines')
      await expect(page.getByRole('link', { name: 'Browse Packages' })).toHaveAttribute('href', '/')
      const figures = regionOf(page, 'Your figures').getByRole('definition')
      await expect(figures.nth(0)).toHaveText('4')
      await expect(figures.nth(1)).toHaveText('1')
      await expect(figures.nth(2)).toHaveText(
        '$12,632.10 · ₹10,64,254.43Includes $99.00 for 1 cancelled order',
      )
      await expect(regionOf(page, 'Recent Orders').getByRole('listitem')).toHaveCount(3)
      const rows = historyOf(page).getByRole('listitem')
      await expect(rows).toHaveCount(4)
      const row = rows.filter({ hasText: `Track INV-${oldest.id}` })
      for (const text of [
        `INV-${oldest.id}`,
        '5 Oct 2026',
        '$89.10 · ₹7,506.68',
        `pay_journey${oldest.id}`,
        'Pending',
      ]) {
        await expect(row).toContainText(text)
      }
      const name = row.getByRole('button', { name: oldest.packageName, exact: true })
      await name.click()
      const dialog = page.getByRole('dialog', { name: oldest.packageName })
      await expect(dialog).toContainText(`${coupon.code} · $9.90 off`)
      await expect(dialog).toContainText(
        /5 business days \(\d calendar days\), by \d+ \w+ 20\d\d, if you answer today/,
      )
      await expect(dialog.getByRole('heading', { name: 'Key features' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(name).toBeFocused()

      await row.getByRole('link', { name: `Track INV-${oldest.id}` }).click()
      const purchase = regionOf(page, 'Billing')
      await expect(purchase).toContainText(`Coupon ${coupon.code}`)
      await expect(purchase).toContainText('−$9.90')
    })

    test('an order has a page: what was bought, what happened, what is next; the way back leads back', async ({
      page,
      db,
    }) => {
      const user = await createPerson(db)
      const order = await createOrder(db, user, { status: 'processing' })
      await OrderEvent.query(db).insert({
        orderId: order.id,
        kind: 'status',
        fromValue: 'pending',
        toValue: 'processing',
        actorKind: 'admin',
        createdAt: new Date('2026-11-03T10:00:00Z'),
      })
      await openDashboard(page, user)
      await page.getByRole('link', { name: `Track INV-${order.id}` }).click()
      await expect(page).toHaveURL(`/dashboard?order=${order.id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(order.packageName)
      await expect(regionOf(page, 'Activity').getByRole('listitem')).toHaveText([
        /^Ordered2 Nov 2026/,
        /^Payment received2 Nov 2026/,
        /^Work started3 Nov 2026/,
      ])
      await expect(regionOf(page, 'Promised date')).toContainText(
        /\d+ \w+ 20\d\d, if you answer todayThe delivery time starts with your required answers/,
      )
      await expect(regionOf(page, 'Billing')).toContainText('₹8,340.75')
      const next = regionOf(page, 'Next step')
      await expect(next).toContainText(/0 of \d+ questions answered/)
      await next.getByRole('button', { name: /^Answer \d+ (required )?questions?$/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Package Information Requirements' })
      await dialog.getByRole('textbox').first().fill('example.com')
      await dialog.getByRole('button', { name: 'Save 1 answer' }).click()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(next).toContainText(/1 of \d+ questions answered/)
      await expect(regionOf(page, 'Activity')).not.toContainText('Answers received')

      await page.goBack()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
      await expect(page.getByRole('link', { name: `Track INV-${order.id}` })).toBeFocused()
      await page.goForward()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(order.packageName)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(order.packageName)
    })
  })
}

test('right after a payment the dashboard says what was paid, what is next and by when; a reload keeps it', async ({
  page,
  db,
}) => {
  const user = await createPerson(db, { firstName: 'Ines' })
  const order = await createOrder(db, user, { createdAt: new Date(), paidAt: new Date() })
  await openDashboard(page, user)
  const notice = regionOf(page, `Paid $99.00 · INV-${order.id}`)
  for (const text of [order.packageName, user.email, /Promised date\d+ \w+ 20\d\d, if you answer today/]) {
    await expect(notice).toContainText(text)
  }
  await expect(notice.getByRole('listitem')).toHaveText([
    /^1Answer \d (required )?questions?/,
    /^2Our team does the work/,
    /^3Check the delivery by \d+ \w+ 20\d\d/,
  ])
  await page.reload()
  await notice.getByRole('button', { name: /^Answer \d (required )?questions?$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Package Information Requirements' })
  await expect(dialog.getByText(/^0 of \d answered$/)).toBeVisible()
  for (const field of await dialog.getByRole('textbox').all()) await field.fill('An answer')
  await dialog.getByRole('button', { name: 'Submit Responses' }).click()
  await expect(notice.getByRole('listitem').first()).toContainText('Answers received')
  await notice.getByRole('link', { name: 'Track order' }).click()
  await expect(page).toHaveURL(`/dashboard?order=${order.id}`)
})

test('work comes first: progress, answers, date and who does it; in the end by when to test it', async ({
  page,
  db,
}) => {
  const user = await createPerson(db, { createdAt: new Date('2026-01-05T09:00:00Z') })
  const staff = await createPerson(db, {
    isStaff: true,
    firstName: 'Rohan',
    lastName: 'Shekhawat',
    jobTitle: 'Lead Engineer',
  })
  await createOrder(db, user, { status: 'completed', createdAt: new Date('2026-11-10T09:00:00Z') })
  const order = await createOrder(db, user)
  await insertAssignment(db, { orderId: order.id, staffId: staff.id, assignedById: staff.id })
  await openDashboard(page, user)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome back, ${user.firstName}`)
  await expect(page.getByText('1 order under way, waiting for your answers.')).toBeVisible()
  const first = regionOf(page, 'Recent Orders').getByRole('listitem').first()
  for (const text of [
    /Your answers0 of \d answered/,
    /Promised date\d+ \w+ 20\d\dIf you answer today/,
    'Rohan Shekhawat, Lead Engineer',
  ]) {
    await expect(first).toContainText(text)
  }
  await expect(first.getByRole('button', { name: /^Answer \d (required )?questions? about/ })).toBeVisible()

  await OrderEvent.query(db).insert({
    orderId: order.id,
    kind: 'status',
    fromValue: 'processing',
    toValue: 'completed',
    actorKind: 'admin',
    createdAt: new Date(),
  })
  await order.$query(db).patch({ status: 'completed' })
  await page.goto(`/dashboard?order=${order.id}`)
  for (const text of [
    'Rohan Shekhawat, Lead Engineer',
    brand.email.support,
    'Replies within 8 business hours',
  ])
    await expect(regionOf(page, 'Your contact')).toContainText(text)
  await expect(regionOf(page, 'Next step')).toContainText(/Please test it by \d+ \w+ 20\d\d\./)
})

test('an only order is shown whole, and its history in one line', async ({ page, db }) => {
  const user = await createPerson(db)
  const order = await createOrder(db, user, { status: 'completed' })
  await openDashboard(page, user)
  const recent = regionOf(page, 'Recent Orders')
  await expect(recent.getByRole('link', { name: /^Track order/ })).toBeVisible()
  const history = historyOf(page)
  await expect(history.getByRole('listitem')).toContainText(`INV-${order.id}`)
  await expect(history.getByRole('searchbox')).toHaveCount(0)
  await expect(history.getByRole('combobox')).toHaveCount(0)
  await history.getByRole('button', { name: order.packageName, exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Open order' }).click()
  await expect(page).toHaveURL(`/dashboard?order=${order.id}`)
})

test('a customer without an order is led to the packages', async ({ page, db }) => {
  await openDashboard(page, await createPerson(db))
  await expect(regionOf(page, 'Recent Orders')).toContainText('No orders yet')
  await expect(regionOf(page, 'Your figures').getByRole('definition').nth(2)).toHaveText('$0.00 · ₹0.00')
  await expect(historyOf(page)).toContainText('Your orders and invoices will appear here.')
  await regionOf(page, 'Recent Orders').getByRole('link', { name: 'See what we offer' }).click()
  await expect(page).toHaveURL('/')
})

for (const logo of ['with the logo', 'where the logo does not load'] as const) {
  test(`an invoice is a PDF that says what was bought and paid, ${logo}`, async ({
    page,
    db,
    expectFault,
  }) => {
    const user = await createPerson(db, { lastName: 'Åström-Whitfield', taxId: 'GB 123' })
    const order = await createOrder(db, user, { status: 'processing' })
    await openDashboard(page, user)
    await expect(historyOf(page)).toContainText('1 order')
    if (logo !== 'with the logo') {
      expectFault(/ERR_FAILED/)
      await page.route('**/logo.svg', (route) => route.abort())
    }
    const { name, path } = await downloadInvoice(page, order)
    await expect(page.getByRole('button', { name: /^Download the invoice/ })).toBeFocused()
    expect(name).toBe(`${brand.filePrefix}Invoice-${order.id}.pdf`)
    const text = await readPdf(path)
    for (const expected of [
      `INV-${order.id}`,
      'Clara Åström-Whitfield',
      'United Kingdom',
      'Tax ID GB 123',
      'PAID',
      `pay_journey${order.id}`,
      '₹8,340.75',
      '$99.00',
      '2 Nov 2026',
    ]) {
      expect(text).toContain(expected)
    }
    const hasPicture = (await readFile(path, 'latin1')).includes('/Subtype /Image')
    expect(hasPicture).toBe(logo === 'with the logo')
  })
}

test('answers are counted, survive a reload, are saved in part, changed later, and closed at the end', async ({
  page,
  db,
}) => {
  const user = await createPerson(db)
  const order = await createOrder(db, user)
  const questions = await PackageQuestion.query(db)
    .where({ packageId: order.packageId })
    .whereNull('retiredAt')
    .orderBy('position')
  const count = questions.length
  await openDashboard(page, user)
  const open = () => page.getByRole('button', { name: /^Questions about/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Package Information Requirements' })
  await open()
  await expect(dialog.getByText(`0 of ${count} answered`)).toBeVisible()
  await dialog.getByRole('textbox').first().fill('example.com')
  await expect(dialog.getByText(`1 of ${count} answered`)).toBeVisible()
  await page.reload()
  await open()
  await expect(dialog.getByRole('textbox').first()).toHaveValue('example.com')
  await dialog.getByRole('button', { name: 'Save 1 answer' }).click()
  // The dialog and the order's page show the same count.
  const left = questions.filter(({ required }, index) => required && index > 0).length
  const missing = `${left} required question${left === 1 ? '' : 's'}`
  const saved = dialog.getByText('Saved', { exact: true })
  await expect(saved).toBeVisible()
  await expect(page.getByText('Responses Submitted')).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Submit Responses' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused()
  await expect(dialog.getByText(`${missing} to go`)).toBeVisible()
  await expect(dialog.getByText(`1 of ${count} answered`)).toBeVisible()
  expect(await OrderAnswer.query(db).where({ orderId: order.id })).toMatchObject([{ answer: 'example.com' }])

  await dialog.getByRole('textbox').first().fill('example.org')
  await expect(saved).toBeHidden()
  await dialog.getByRole('button', { name: 'Save 1 answer' }).click()
  await expect(saved).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `Answer ${missing} about` })).toBeVisible()
  expect(await OrderAnswer.query(db).where({ orderId: order.id })).toMatchObject([{ answer: 'example.org' }])

  // Once all answers are given, the order's status changes, as the dialog says.
  await expect(historyOf(page).getByRole('listitem').first()).toContainText('Pending')
  await open()
  await expect(dialog.getByText("the order moves from 'Pending' to 'In Process'")).toBeVisible()
  for (const field of await dialog.getByRole('textbox').all()) await field.fill('An answer')
  await dialog.getByRole('button', { name: 'Submit Responses' }).click()
  await expectToast(page, 'Responses Submitted')
  await expect(historyOf(page).getByRole('listitem').first()).toContainText('In Process')
  await page.goto(`/dashboard?order=${order.id}`)
  await expect(page.getByText('Ready to start')).toBeVisible()
  await expect(page.getByText('Our team starts next, and this page shows when.')).toBeVisible()
  await page.goBack()

  await order.$query(db).patch({ status: 'completed' })
  await page.reload()
  await open()
  await expect(dialog.getByRole('textbox').first()).toHaveAttribute('readonly', '')
  await expect(dialog.getByRole('button', { name: 'Submit Responses' })).toBeHidden()
})

test('the profile is changed, reset, and refused with errors at its fields', async ({
  page,
  db,
  expectFault,
}) => {
  const other = await createPerson(db)
  const user = await createPerson(db)
  await openDashboard(page, user)
  const profile = regionOf(page, 'Profile Information')
  await profile.getByRole('button', { name: 'Manage Profile' }).click()
  await profile.getByLabel('Company').fill('Thrown Away')
  await profile.getByRole('button', { name: 'Cancel' }).click()
  await expect(profile).toContainText('Whitfield Interiors')

  await profile.getByRole('button', { name: 'Manage Profile' }).click()
  await profile.getByLabel('Company').fill('Whitfield & Rowe')
  await profile.getByLabel('Email').fill(other.email)
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  const password = profile.getByLabel('Current password')
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription(/Enter your current password$/)
  await password.fill(PASSWORD)
  expectFault(/409|400/)
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect(profile.getByLabel('Email')).toBeFocused()
  await expect(profile).toContainText('Another account already uses this email.')
  await profile.getByLabel('Email').fill(user.email)
  await expect(profile).not.toContainText('Another account already uses this email.')
  await profile.getByLabel('Address').fill('Flat 7\nOld Mill Walk')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Profile Updated', 'Your profile has been updated successfully')
  await expect(profile).toContainText('Whitfield & Rowe')
  await expect(profile).toContainText('Flat 7, Old Mill Walk, London')
  await profile.getByRole('button', { name: 'Manage Profile' }).click()
  await expect(profile.getByLabel('Address')).toHaveValue('Flat 7\nOld Mill Walk')
})

test('everything about a customer is downloaded as a file, with the invoices', async ({ page, db }) => {
  const user = await createPerson(db)
  const order = await createOrder(db, user)
  await openDashboard(page, user)
  const names: string[] = []
  page.on('download', (download) => names.push(download.suggestedFilename()))
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download My Data' }).click()
  const data = JSON.parse(await readFile(await (await started).path(), 'utf8'))
  expect(data).toMatchObject({ account: { email: user.email }, orders: [{ id: order.id }] })
  await expectToast(page, 'Data Downloaded')
  expect(names).toEqual(['my-data.json', `${brand.filePrefix}Invoice-${order.id}.pdf`])
})

test('the password is changed with the current one alone, and stays usable', async ({
  page,
  db,
  expectFault,
}) => {
  const user = await createPerson(db)
  await openDashboard(page, user)
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  const save = dialog.getByRole('button', { name: 'Change Password' })
  await dialog.getByLabel('New password').fill('short')
  await save.click()
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await expect(dialog).toContainText('Password must be at least 6 characters')
  await dialog.getByLabel('Current password').fill('not-it-at-all')
  await dialog.getByLabel('New password').fill('a-finer-secret')
  expectFault(/400/)
  await save.click()
  await expect(dialog).toContainText('Your current password is not correct')
  await expect(dialog.getByLabel('New password')).toHaveValue('a-finer-secret')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await save.click()
  await expectToast(page, 'Password Changed')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
  const again = { email: user.email, password: 'a-finer-secret' }
  expect((await page.request.post('/api/auth/login', { data: again })).status()).toBe(200)
})
