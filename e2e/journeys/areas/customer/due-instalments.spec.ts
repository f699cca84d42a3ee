/** Instalments of an order: an overdue one is paid by its mail's link, another by a bank transfer that an admin records, as is an order. */
import type { Knex } from 'knex'
import { expect } from 'playwright/test'
import { INSTALMENT_REMINDER_DAYS } from '#api/rules/periods.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import type { Order } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import { insertOrder, insertPayment } from '#db/testing/builders.ts'
import { createBuyer } from '#e2e/journeys/support/buyer.ts'
import { openDashboard } from '#e2e/journeys/support/dashboard.ts'
import { checkoutOf, expectToast, watchContext } from '#e2e/journeys/support/journey.ts'
import { findLink, receiveMails } from '#e2e/journeys/support/mailbox.ts'
import { createPerson, adminTest as test } from '#e2e/journeys/support/people.ts'
import { getPackage } from '#e2e/support/database.ts'

/** Inserts an order of $300 in three instalments, the first one paid. @param second fields of the second instalment that differ */
async function insertInInstalments(
  db: Knex,
  user: User,
  second: Partial<OrderInstalment> = {},
): Promise<Order> {
  const { id: packageId } = await getPackage(db, 'seo-foundations')
  const order = await insertOrder(db, {
    packageId,
    userId: user.id,
    isInInstalments: true,
    paymentStatus: 'instalment_paid',
    status: 'processing',
    amountCents: 30_000,
    originalCents: 30_000,
  })
  const instalment = { orderId: order.id, amountCents: 10_000, currency: order.currency }
  const { id: paymentId } = await insertPayment(db, { ...instalment, instalmentPosition: 1 })
  const now = new Date()
  await OrderInstalment.query(db).insert([
    {
      ...instalment,
      position: 1,
      label: 'To begin',
      due: 'purchase',
      state: 'paid',
      paymentId,
      dueAt: now,
      paidAt: now,
    },
    { ...instalment, position: 2, label: 'Half-way', due: 'delivered', ...second },
    { ...instalment, position: 3, label: 'At the end', due: 'accepted' },
  ])
  return order
}

test('what is overdue is paid by the link of its mail, what is due is recorded as a bank transfer', async ({
  page,
  browser,
  db,
  admin: _,
  expectFault,
}) => {
  // The API refuses to reopen a paid instalment, and a transfer whose amount does not match.
  expectFault(/409|400/)
  const user = await createPerson(db, { email: createBuyer('Ada').email, emailVerifiedAt: new Date() })
  const now = new Date()
  const order = await insertInInstalments(db, user)
  const at = `/api/admin/orders/${order.id}/status`
  const completed = await page.request.patch(at, { data: { status: 'completed' } })
  expect(completed.status()).toBe(200)

  // A single mail says that the work is completed, and names both instalments that are now due.
  const [mail] = await receiveMails(db, { kind: 'status_changed', to: user.email })
  expect(mail?.text).toMatch(/Half-way[\s\S]*At the end/)
  // Backdates both instalments by a day more than the delay of the first reminder.
  const dueAt = new Date(now.getTime() - (INSTALMENT_REMINDER_DAYS[0] + 1) * 86_400_000)
  await OrderInstalment.query(db).where({ orderId: order.id, state: 'due' }).patch({ dueAt })
  const overdue = page.getByRole('row').filter({ hasText: order.invoiceNumber })
  await page.goto('/admin?tab=orders&attention=overdueInstalment')
  await expect(overdue).toContainText('$100.00 of $300.00')

  const another = await browser.newContext({ viewport: { width: 375, height: 800 } })
  await watchContext(another)
  const phone = await another.newPage()
  await phone.goto(findLink(mail as never, '/checkout'))
  await expect(phone.getByText(`Instalment 2 of 3 of order INV-${order.id}`)).toBeVisible()
  await phone.getByRole('button', { name: 'Pay $100.00' }).click()
  await checkoutOf(phone).getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(phone.getByText('$100.00 is paid', { exact: true })).toBeVisible()
  await phone.reload()
  await expect(phone.getByText('There’s nothing to pay')).toBeVisible()
  await another.close()

  await page.goto(`/admin?order=${order.id}`)
  await page.getByRole('button', { name: 'Record a transfer: At the end' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Bank’s reference').fill(`UTR ${order.id} 7`)
  await dialog.getByLabel('Received on').fill('2026-01-20')
  await dialog.getByLabel('Amount received').fill('90')
  await dialog.getByLabel('Proof').fill('Statement, line 7')
  await dialog.getByRole('button', { name: 'Record a transfer' }).click()
  await expect(dialog.getByText('must add up to')).toBeVisible()
  await dialog.getByLabel('Tax withheld by the buyer').fill('10')
  await dialog.getByRole('button', { name: 'Record a transfer' }).click()
  await expectToast(page, 'Saved', 'The transfer has been recorded.')
  await expect(page.getByText(`bank transfer UTR${order.id}7 of $90.00`)).toBeVisible()
  const left = await page.request.get('/api/admin/orders?attention=overdueInstalment')
  expect(await left.text()).not.toContain(`"${order.invoiceNumber}"`)
})

test('an unpaid order is paid by a bank transfer that is recorded on its page', async ({
  page,
  db,
  admin: _,
}) => {
  const { id: userId } = await createPerson(db)
  const { id: packageId } = await getPackage(db, 'seo-foundations')
  const order = await insertOrder(db, { packageId, userId, paymentStatus: 'unpaid' })
  await page.goto(`/admin?order=${order.id}`)
  await page.getByRole('button', { name: `Record a transfer: #${order.id}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Bank’s reference').fill(`UTR ${order.id} 8`)
  await dialog.getByLabel('Received on').fill('2026-01-20')
  await dialog.getByLabel('Proof').fill('Statement, line 8')
  await dialog.getByRole('button', { name: 'Record a transfer' }).click()
  await expectToast(page, 'Saved', 'The transfer has been recorded.')
  await expect(page.getByText(`Bank transfer UTR${order.id}8 of`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Refund ${order.invoiceNumber}` })).toBeVisible()
})

test('an instalment whose payment is not confirmed yet says so, and is not asked for again', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/503/)
  const user = await createPerson(db)
  const order = await insertInInstalments(db, user, { state: 'due', dueAt: new Date() })
  await openDashboard(page, user, `?order=${order.id}`)
  await page.route('**/api/verify-payment', (route) => route.fulfill({ status: 503, json: {} }))
  const pay = page.getByRole('button', { name: 'Pay $100.00' })
  await pay.click()
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  const notice = page.getByText(`We’re checking your payment for order INV-${order.id}`)
  await expect(notice).toContainText('Please do not pay again.')
  await page.unroute('**/api/verify-payment')
  await expectToast(page, 'Payment Received')
  await expect(notice).toHaveCount(0)
  await expect(pay).toHaveCount(0)
})
