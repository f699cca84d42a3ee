/** Refund requests from the customer's and the admins' side: cancelled in time, disputed, agreed in part. */
import { type Browser, expect, type Page } from 'playwright/test'
import { Refund } from '#db/models/money/refund.ts'
import { RefundRequest } from '#db/models/money/refund-request.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import { insertDelivery, insertRefund, insertRefundRequest, insertRequest } from '#db/testing/builders.ts'
import { findBarriers } from '#e2e/journeys/support/axe.ts'
import { buyPackage } from '#e2e/journeys/support/bought-order.ts'
import { regionOf } from '#e2e/journeys/support/dashboard.ts'
import { expectToast, test, watchContext } from '#e2e/journeys/support/journey.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'

async function openAs(
  browser: Browser,
  user: Pick<User, 'email'>,
  path: string,
  width: number,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 812 } })
  await watchContext(context)
  const page = await context.newPage()
  await signInAs(page, user as User)
  await page.goto(path)
  return page
}

const cardOf = (page: Page) => regionOf(page, 'Refund')
const requestOf = (page: Page) => regionOf(page, 'Refund request')
const press = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

test('within 48 hours the customer cancels, and all goes back without a review', async ({
  browser,
  playwright,
  db,
}) => {
  const bought = await buyPackage(playwright.request, db, 'seo-foundations')
  const phone = await openAs(browser, bought, `/dashboard?order=${bought.id}#refund`, 375)
  await expect(cardOf(phone)).toContainText(/Cancel by \d+ \w+.* for a full refund\./)
  await expect(cardOf(phone).getByRole('button', { name: 'Request a refund' })).toHaveCount(0)
  await cardOf(phone).getByRole('button', { name: 'Cancel my order' }).click()
  await expect(phone.getByRole('dialog')).toContainText('This can’t be undone')
  await press(phone, 'Cancel my order')
  await expectToast(phone, 'Your order is cancelled')
  const step = regionOf(phone, 'Next step')
  await expect(step).toContainText('You cancelled this order')
  await expect(step.getByRole('heading')).toBeInViewport()
  await expect(phone.getByText(/^Paid \$/)).toHaveCount(0)
  await expect(regionOf(phone, 'Activity')).toContainText('You cancelled')
  await expect.poll(async () => (await Order.query(db).findById(bought.id))?.paymentStatus).toBe('refunded')
  await expect(regionOf(phone, 'Billing')).toContainText('Refunded on')
  await expect(step).toContainText(/^You cancelled this orderWe refunded \$[\d.]+ on/)
  await expect(cardOf(phone)).toHaveCount(0)
  await phone.context().close()
})

test('after a refund of a part, cancelling gives the rest, and says so', async ({ browser, db }) => {
  const customer = await createPerson(db)
  const order = await createPaidOrder(db, { userId: customer.id, paidAt: new Date() })
  await insertRefund(db, { orderId: order.id, amountCents: 2_000 })
  const phone = await openAs(browser, customer, `/dashboard?order=${order.id}`, 375)
  await expect(phone.getByText('Paid $99.00, $20.00 refunded')).toBeVisible()
  await expect(cardOf(phone)).toContainText(/Cancel by .* to get the remaining \$79\.00 back\./)
  await cardOf(phone).getByRole('button', { name: 'Cancel my order' }).click()
  await expect(phone.getByRole('dialog')).toContainText('We refund the remaining $79.00 to the card')
  await phone.context().close()
})

test('once the work is accepted, the form asks for no amount, and not whether the work goes on', async ({
  browser,
  db,
}) => {
  const customer = await createPerson(db)
  const order = await createPaidOrder(db, { userId: customer.id, status: 'completed' })
  const phone = await openAs(browser, customer, `/dashboard?order=${order.id}`, 375)
  await cardOf(phone).getByRole('button', { name: 'Request a refund' }).click()
  const dialog = phone.getByRole('dialog', { name: 'Request a refund' })
  await expect(dialog).toContainText('no refund, except for faults')
  await expect(dialog.getByLabel(/^Amount/)).toHaveCount(0)
  await expect(dialog.getByLabel('Continue the work in the meantime')).toHaveCount(0)
  await dialog.getByLabel('Why do you want a refund?').fill('The form sends nothing.')
  await press(phone, 'Send request')
  await expect(cardOf(phone)).toContainText('We’ll decide on your refund by')
  await expect(cardOf(phone)).not.toContainText('You requested a refund of')
  await expect(regionOf(phone, 'Next step')).toContainText('We’ll email you our decision on your refund.')
  await expect(cardOf(phone)).toBeInViewport()
  await phone.context().close()
})

test('a late delivery says so once and leads to the refund, whose form asks for no work to go on', async ({
  browser,
  db,
}) => {
  const customer = await createPerson(db)
  const before = (days: number) => new Date(Date.now() - days * 86_400_000)
  const order = await createPaidOrder(db, {
    userId: customer.id,
    status: 'processing',
    answersInAt: before(20),
    paidAt: before(20),
    deliveryDays: 2,
    promisedAt: before(14),
    workState: 'delivered',
    waitingFor: 'delivery',
    waitingSince: before(1),
    acceptBy: new Date(Date.now() + 6 * 86_400_000),
  })
  await insertDelivery(db, { orderId: order.id, authorId: customer.id })
  const phone = await openAs(browser, customer, `/dashboard?order=${order.id}`, 375)
  await expect(regionOf(phone, 'Promised date')).toContainText(
    /Delivered \d+ business days late\. You can still request a refund\.$/,
  )
  await expect(regionOf(phone, 'Next step')).not.toContainText('late')
  await expect(cardOf(phone)).toBeVisible()
  await phone.getByRole('link', { name: 'You can still request a refund.' }).click()
  await expect(cardOf(phone)).toBeInViewport()
  await cardOf(phone).getByRole('button', { name: 'Request a refund' }).click()
  const dialog = phone.getByRole('dialog', { name: 'Request a refund' })
  await expect(dialog.getByLabel(/^Amount/)).toBeVisible()
  await expect(dialog.getByLabel('Continue the work in the meantime')).toHaveCount(0)
  await phone.context().close()
})

test('once the warranty is over, no refund is offered, unless a problem was reported', async ({
  browser,
  db,
}) => {
  const customer = await createPerson(db)
  const order = await createPaidOrder(db, { userId: customer.id, status: 'completed' })
  const completed = {
    kind: 'status',
    fromValue: 'processing',
    toValue: 'completed',
    actorKind: 'admin',
  } as const
  const createdAt = new Date(Date.now() - 31 * 86_400_000)
  await OrderEvent.query(db).insert({ orderId: order.id, ...completed, createdAt })
  const phone = await openAs(browser, customer, `/dashboard?order=${order.id}`, 375)
  const offer = phone.getByRole('button', { name: 'Request a refund' })
  await expect(regionOf(phone, 'Next step')).toContainText('The warranty ended on')
  await expect(regionOf(phone, 'Billing').getByRole('link', { name: 'Refund policy' })).toHaveCount(0)
  await expect(offer).toHaveCount(0)
  await insertRequest(db, { orderId: order.id, authorId: customer.id, kind: 'fault', closedAt: new Date() })
  await phone.reload()
  await expect(offer).toBeVisible()
  await phone.context().close()
})

test('a review past its date gets a later one, whose reason its customer reads, who then withdraws', async ({
  browser,
  db,
}) => {
  const customer = await createPerson(db)
  const ada = await createPerson(db, { firstName: 'Ada', isAdmin: true })
  const paidAt = new Date(Date.now() - 14 * 86_400_000)
  const order = await createPaidOrder(db, { userId: customer.id, status: 'processing', paidAt })
  await insertRefundRequest(db, {
    orderId: order.id,
    authorId: customer.id,
    dueAt: new Date(Date.now() - 86_400_000),
  })
  const desk = await openAs(browser, ada, '/admin', 1440)
  await expect(desk.getByRole('region', { name: 'Refund review overdue' })).toBeVisible()
  await desk.goto(`/admin?order=${order.id}`)
  await requestOf(desk).getByRole('button', { name: 'Set a later date' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Set a new date' })
  await dialog.getByLabel('New date').fill('2030-03-04')
  await dialog.getByLabel('Reason').fill('The hosting company must look at its records.')
  await dialog.getByRole('button', { name: 'Set date' }).click()
  await expect(requestOf(desk)).toContainText('Decide by 4 Mar 2030')
  await desk.context().close()

  const phone = await openAs(browser, customer, `/dashboard?order=${order.id}`, 375)
  await expect(cardOf(phone)).toContainText('We’ll decide on your refund by 4 Mar 2030')
  await expect(cardOf(phone)).toContainText('The hosting company must look at its records.')
  await cardOf(phone).getByRole('button', { name: 'Withdraw my request' }).click()
  await press(phone, 'Withdraw my request')
  await expectToast(phone, 'Your request is withdrawn', 'Nothing will be refunded.')
  await expect(cardOf(phone)).toContainText('Your request is closed')
  await phone.context().close()
})

test('a refund is asked for, declined, disputed once, offered in part and agreed to', async ({
  browser,
  db,
}) => {
  test.slow()
  const customer = await createPerson(db, { firstName: 'Amara', lastName: 'Okafor' })
  const ada = await createPerson(db, { firstName: 'Ada', isAdmin: true })
  const order = await createPaidOrder(db, {
    userId: customer.id,
    status: 'processing',
    answersInAt: new Date(),
    paidAt: new Date(Date.now() - 4 * 86_400_000),
  })
  const started = { kind: 'status', fromValue: 'pending', toValue: 'processing', actorKind: 'admin' } as const
  await OrderEvent.query(db).insert({ orderId: order.id, ...started })
  const phone = await openAs(browser, customer, `/dashboard?order=${order.id}`, 375)
  const desk = await openAs(browser, ada, `/admin?order=${order.id}`, 1440)
  await expect(requestOf(desk)).toHaveCount(0)

  await cardOf(phone).getByRole('button', { name: 'Request a refund' }).click()
  const dialog = phone.getByRole('dialog', { name: 'Request a refund' })
  await expect(dialog).toContainText('We decide within 5-7 business days.')
  await expect(dialog.getByLabel('Continue the work in the meantime')).toBeVisible()
  await press(phone, 'Send request')
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabel('Why do you want a refund?').fill('We have closed the shop.')
  expect(await findBarriers(phone, { part: '[role=dialog], dialog[open]' })).toEqual([])
  await press(phone, 'Send request')
  await expectToast(phone, 'Request Received')
  await expect(cardOf(phone)).toContainText(/We’ll decide on your refund by \d+ \w+ \d{4}/)
  await expect(cardOf(phone)).toContainText('The work is on hold until then.')
  await expect(phone.locator('#refund')).toBeFocused()
  await expect(phone.locator('#refund')).toBeInViewport()

  // The admin sees it without a reload.
  await expect(requestOf(desk)).toContainText(/Decide by \d+ \w+ \d{4}/)
  await expect(requestOf(desk)).toContainText('We have closed the shop.')
  for (const theme of ['light', 'dark'] as const)
    expect(await findBarriers(desk, { part: '#tab-panel', theme })).toEqual([])
  await requestOf(desk).getByRole('button', { name: 'Decide' }).click()
  const decision = desk.getByRole('dialog', { name: 'Decide on the refund' })
  await expect(decision.getByRole('radio')).toHaveCount(2)
  await decision.getByText('Decline', { exact: true }).click()
  await press(desk, 'Send the decision')
  await expect(decision.getByText('Please write a message to the customer')).toBeVisible()
  await decision.getByLabel('Reason').fill('The first stage is done.')
  await press(desk, 'Send the decision')
  await expectToast(desk, 'Decided')
  await expect(requestOf(desk)).toContainText('Declined')

  await expect(cardOf(phone)).toContainText('We declined your refund request')
  await expect(cardOf(phone)).toContainText('The first stage is done.')
  await cardOf(phone).getByRole('button', { name: 'Dispute this decision' }).click()
  await phone.getByLabel('Why do you disagree?').fill('Nothing was shown to us.')
  await phone.reload()
  await cardOf(phone).getByRole('button', { name: 'Dispute this decision' }).click()
  await expect(phone.getByLabel('Why do you disagree?')).toHaveValue('Nothing was shown to us.')
  await press(phone, 'Send')
  await expect(cardOf(phone)).toContainText('We’ll review it again by')

  await expect(requestOf(desk)).toContainText('The customer disputes the decision: Nothing was shown to us.')
  await desk.goto('/admin?tab=orders&attention=refundAsked')
  await expect(desk.getByRole('row').filter({ hasText: order.invoiceNumber })).toContainText(
    /Refund by \d+ \w+/,
  )
  await desk.goto(`/admin?order=${order.id}`)
  await requestOf(desk).getByRole('button', { name: 'Decide' }).click()
  await decision.getByLabel('Stages in total').fill('3')
  await decision.getByLabel('Stages done').fill('1')
  await decision.getByLabel('Third-party costs').fill('6')
  await expect(decision.getByLabel('Amount (USD)')).toHaveValue('60.00')
  await decision.getByLabel('Amount (USD)').fill('80')
  await expect(decision).toContainText('It is refunded once the customer agrees')
  await decision.getByLabel('Message to the customer').fill('The first stage is yours.')
  expect(await findBarriers(desk, { part: '[role=dialog], dialog[open]' })).toEqual([])
  await press(desk, 'Send the decision')
  await expect(requestOf(desk)).toContainText('Waiting for the customer')
  await expect(requestOf(desk).getByRole('button', { name: 'Change decision' })).toBeVisible()

  await expect(cardOf(phone)).toContainText('We offer you $80.00. Do you agree?')
  await expect(cardOf(phone)).toContainText('Work done: 1 of 3 stages')
  await expect(cardOf(phone)).toContainText('The first stage is yours.')
  for (const theme of ['light', 'dark'] as const)
    expect(await findBarriers(phone, { part: '#refund', theme })).toEqual([])
  await expect(cardOf(phone).getByRole('button', { name: 'Dispute this decision' })).toHaveCount(0)
  expect(await Refund.query(db).joinRelated('payment').where({ 'payment.orderId': order.id })).toEqual([])
  await cardOf(phone).getByRole('button', { name: 'Agree' }).click()
  await press(phone, 'Agree')
  await expectToast(phone, 'Your refund is on its way')
  await expect(cardOf(phone)).toContainText('Your refund is approved')
  await expect(requestOf(desk)).toContainText('Refund granted')
  expect(await RefundRequest.query(db).findOne({ orderId: order.id })).toMatchObject({ state: 'refunded' })
  expect(
    await Refund.query(db).joinRelated('payment').where({ 'payment.orderId': order.id }).select('refunds.*'),
  ).toMatchObject([{ amountCents: 8000, requestedBy: ada.id }])
  for (const page of [phone, desk]) await page.context().close()
})

test('no amount is proposed for delivered work, and no stages are asked for', async ({ browser, db }) => {
  const customer = await createPerson(db)
  const ada = await createPerson(db, { firstName: 'Ada', isAdmin: true })
  const { id: orderId } = await createPaidOrder(db, { userId: customer.id, status: 'processing' })
  const started = { kind: 'status', fromValue: 'pending', toValue: 'processing', actorKind: 'admin' } as const
  await OrderEvent.query(db).insert({ orderId, ...started })
  await insertDelivery(db, { orderId, authorId: ada.id })
  await insertRefundRequest(db, { orderId, authorId: customer.id })
  const desk = await openAs(browser, ada, `/admin?order=${orderId}`, 1440)
  await requestOf(desk).getByRole('button', { name: 'Decide' }).click()
  const decision = desk.getByRole('dialog', { name: 'Decide on the refund' })
  await expect(decision.getByLabel('Amount (USD)')).toHaveValue('')
  await expect(decision.getByLabel('Stages done')).toHaveCount(0)
  await expect(decision).not.toContainText('Less than requested')
  await press(desk, 'Send the decision')
  await expect(decision).toContainText('Enter an amount, or decline')
  await desk.context().close()
})
