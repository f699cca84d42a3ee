/** Every kind of mail, caused by calls of the API and read from a mail server. */
import { beforeEach, describe, expect, test } from 'vitest'
import { brand } from '#api/content/content.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { buyInInstalments, placeModalOrder, verifyBody } from '#api/testing/buyer.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Order, OrderAnswer } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import {
  insertCoupon,
  insertDelivery,
  insertOrder,
  insertPackage,
  insertPayment,
  insertUser,
} from '#db/testing/builders.ts'
import { queueMail } from './outbox.ts'
import { openSmtpServer, type ReceivedMail } from './testing/smtp-server.ts'

const smtp = await openSmtpServer()
const shop = openTestApp({ variables: { SMTP_URL: smtp.url, PUBLIC_ORIGIN: 'http://shop.example' } })
beforeEach(() => {
  smtp.mails.length = 0
})

/** @returns the due mails, in the order of their causes */
async function receive(): Promise<ReceivedMail[]> {
  await shop.finishJobs()
  return smtp.mails
}

async function receiveOne(subject: RegExp): Promise<ReceivedMail> {
  const mails = (await receive()).filter((mail) => subject.test(mail.subject ?? ''))
  expect(mails.map((mail) => mail.subject)).toEqual([expect.stringMatching(subject)])
  return mails[0] as ReceivedMail
}

/** Checks both parts, text and HTML. */
function expectFacts({ html = '', text = '' }: ReceivedMail, facts: string[]): void {
  const translated = html.replaceAll(/<(style|title)>.*?<\/\1>|<span translate="no">[^<]*|<[^>]+>/gs, '')
  expect(translated).not.toMatch(new RegExp(`${brand.name}|INV-\\d|CODE\\w|pay_`))
  const shown = html
    .replaceAll(/<br>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
  for (const fact of facts) {
    expect(shown, 'html').toContain(fact)
    expect(text, 'text').toContain(fact)
  }
}

/** Makes delayed mails due. */
const makeJobsDue = () => shop.db('jobs.job').update({ startAfter: shop.db.fn.now() })

async function buy({ form = {}, priceCents = 129_900, packageId = 0, couponCode = '' } = {}) {
  const orderedPackageId = packageId || (await insertPackage(shop.db, { priceCents })).id
  const finalAmount = couponCode ? (priceCents * 0.8) / 100 : priceCents / 100
  const order = await placeModalOrder(new Visitor(shop), {
    packageId: orderedPackageId,
    finalAmount,
    form: { ...form, couponCode: couponCode || null },
  })
  const paid = await shop.pay(order.razorpayOrderId ?? '')
  const verified = await new Visitor(shop).post('/api/verify-payment', verifyBody(order, paid))
  expect(verified.statusCode).toBe(200)
  return { order, paid }
}

const decline = async ({ razorpayOrderId }: CreateOrderResponse) => {
  await shop.pay(razorpayOrderId ?? '', 'declined')
  const listFailed = () => shop.db('provider_events').where({ eventType: 'payment.failed' })
  await expect.poll(listFailed).not.toEqual([])
}

async function insertPaidOrder(fields: Partial<Order> = {}, customer: Partial<User> = {}) {
  const user = await insertUser(shop.db, {
    firstName: 'Grace',
    lastName: 'Holm',
    email: 'grace@example.com',
    ...customer,
  })
  return { user, order: await insertOrder(shop.db, { userId: user.id, ...fields }) }
}

describe('every mail', () => {
  test('has text and HTML, our sender, a reply address, and an id of its own under our name', async () => {
    const { order } = await buy()
    const mails = await receive()
    expect(mails).toHaveLength(2)
    for (const mail of mails) {
      expect(mail.from).toEqual({ name: brand.name, address: brand.sender.address })
      expect(mail.replyTo?.[0]?.address).toBe(brand.sender.replyTo)
      expect(mail.to).toEqual([{ name: '', address: 'grace@example.com' }])
      expect(mail.recipients).toEqual(['grace@example.com'])
      expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@[^@>]+>$/)
      expect(mail.messageId).toContain(`@${brand.sender.address.split('@')[1]}>`)
      expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
      expect(mail.html).toMatch(/^<!doctype html>/)
      expect(mail.html).toContain('prefers-color-scheme:dark')
      expect(mail.attachments).toMatchObject([{ contentId: '<logo>', mimeType: 'image/png', related: true }])
      expect(mail.text?.length).toBeGreaterThan(200)
      expectFacts(mail, [brand.legalName, brand.email.support, 'You received this email because'])
      expect(`${mail.html}${mail.text}`).not.toMatch(/undefined|null|NaN|\[object/)
    }
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2)
    const rows = await OutboxMessage.query(shop.db).orderBy('id')
    expect(rows).toMatchObject([
      {
        state: 'sent',
        toEmail: 'grace@example.com',
        subject: `Your order INV-${order.id} is confirmed: Business Website`,
        attempts: 1,
        lastError: null,
      },
      { state: 'sent', kind: 'welcome' },
    ])
  })

  test('has links to the public origin only', async () => {
    await buy()
    for (const { html = '' } of await receive()) {
      const links = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link as string)
      expect(links.length).toBeGreaterThan(2)
      for (const link of links)
        expect(link).toMatch(/^(http:\/\/shop\.example(\/|$)|mailto:support@|cid:logo$)/)
    }
  })

  test('of a transaction that is rolled back is never sent', async () => {
    const { order } = await insertPaidOrder()
    const trx = await shop.db.transaction()
    await queueMail(shop.jobs, trx, 'order_confirmation', { orderId: order.id })
    await trx.rollback()
    expect(await receive()).toEqual([])
    expect(await OutboxMessage.query(shop.db).resultSize()).toBe(0)
  })
})

describe('what people type', () => {
  const SCRIPT = '<script>alert(1)</script>'

  test('is escaped in the HTML', async () => {
    const pkg = await insertPackage(shop.db, { name: `Site ${SCRIPT} & "more"` })
    await buy({ packageId: pkg.id, form: { firstName: `<img src=x onerror=alert(1)>`, lastName: SCRIPT } })
    const mails = await receive()
    expect(mails).toHaveLength(2)
    for (const { html = '' } of mails) {
      expect(html).not.toContain('<script')
      expect(html).not.toContain('<img src=x')
    }
    const confirmation = mails.find(({ subject }) => /is confirmed/.test(subject ?? ''))
    expect(confirmation?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;')
    expect(confirmation?.text).toContain(`Site ${SCRIPT} & "more"`)
    expect(confirmation?.subject).toContain(SCRIPT)
  })

  test('as a name or an answer stands in no mail to an address that nobody has proved', async () => {
    const lure = 'Win at evil.example'
    const { order } = await buy({ form: { firstName: lure, lastName: lure, company: lure } })
    const { packageId } = await Order.query(shop.db).findById(order.id).throwIfNotFound()
    const { id: questionId } = await PackageQuestion.query(shop.db)
      .insert({ packageId, question: 'Which colours?', questionType: 'text', position: 0 })
      .returning('id')
    await OrderAnswer.query(shop.db).insert({
      orderId: order.id,
      questionId,
      question: 'Which colours?',
      answer: lure,
    })
    const sendAll = () =>
      shop.db.transaction(async (trx) => {
        await queueMail(shop.jobs, trx, 'answers_received', { orderId: order.id })
        await queueMail(shop.jobs, trx, 'status_changed', {
          orderId: order.id,
          from: 'completed',
          to: 'pending',
        })
        await queueMail(shop.jobs, trx, 'password_reset', { email: 'grace@example.com' })
        await queueMail(shop.jobs, trx, 'welcome', { orderId: order.id })
      })
    await sendAll()
    const mails = await receive()
    expect(mails).toHaveLength(6)
    for (const mail of mails) expect(`${mail.raw}${mail.html}${mail.text}`).not.toContain('evil.example')
    smtp.mails.length = 0
    await User.query(shop.db).patch({ emailVerifiedAt: new Date() })
    await sendAll()
    for (const mail of await receive()) expectFacts(mail, [lure])
  })

  test('cannot begin another header or turn the direction of what follows', async () => {
    const { order } = await insertPaidOrder(
      { packageName: 'Site\r\nBcc: everyone@example.com\r\n\r\n<b>body</b>' },
      { firstName: 'Grace\r\nBcc: thief@example.com', lastName: 'Holm\u202e' },
    )
    await shop.db.transaction((trx) => queueMail(shop.jobs, trx, 'order_confirmation', { orderId: order.id }))
    const [mail] = await receive()
    expect(mail?.recipients).toEqual(['grace@example.com'])
    expect(mail?.bcc).toBeUndefined()
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail?.text).not.toMatch(/^Bcc:/m)
    expect(mail?.to).toEqual([{ name: 'Grace Bcc: thief@example.com Holm', address: 'grace@example.com' }])
    expect(mail?.subject).toBe(
      `Your order INV-${order.id} is confirmed: Site Bcc: everyone@example.com <b>body</b>`,
    )
    expect(mail?.text).not.toContain('\u202e')
  })
})

describe('the order confirmation', () => {
  test('of an order in instalments has what is paid, and what follows when; the sale is told likewise', async () => {
    const { id } = await buyInInstalments(shop)
    const mail = await receiveOne(/is confirmed/)
    expectFacts(mail, [
      'We’ve received your first payment of $389.70',
      '$1,299.00',
      'At completion',
      '$519.60',
    ])
    for (const note of ['Paid', 'Due when the work is delivered', 'Due when the work is accepted'])
      expectFacts(mail, [note])
    const sale = await shop
      .db('notifications')
      .where({ key: `order_paid:${id}` })
      .first()
    expect(sale).toMatchObject({ title: `INV-${id} is partly paid: $389.70` })
    expect(sale.facts).toContainEqual({ label: 'Paid so far', value: '$389.70 of $1,299.00' })
  })

  test('has the package, the payment and the price in dollars with rupees and rate beside', async () => {
    await insertCoupon(shop.db, { code: 'SAVE20' })
    const { order, paid } = await buy({ couponCode: 'SAVE20' })
    const mail = await receiveOne(/is confirmed/)
    expectFacts(mail, [
      'Your order is confirmed',
      'Business Website',
      'Promised date',
      '10 business days',
      paid.razorpay_payment_id,
      'Discount (SAVE20)',
      ...['$1,299.00', '−$259.80', '₹87,552.60 at an exchange rate of 84.25'],
    ])
    // Only the total is in rupees, too.
    expect(mail.text?.match(/₹/g)).toHaveLength(1)
    expect(mail.html).toContain(`http://shop.example/dashboard?order=${order.id}`)
    expect(mail.text).toContain(`http://shop.example/dashboard?order=${order.id}`)
  })

  test('names the questions that wait', async () => {
    const pkg = await insertPackage(shop.db)
    await PackageQuestion.query(shop.db).insert([
      { packageId: pkg.id, question: 'Which colours?', questionType: 'text', position: 0 },
      { packageId: pkg.id, question: 'Which pages?', questionType: 'text', position: 1 },
    ])
    await buy({ packageId: pkg.id })
    expectFacts(await receiveOne(/is confirmed: please answer 2 questions$/), ['Answer the questions'])
  })

  test('asks for the required questions, if there are any', async () => {
    const pkg = await insertPackage(shop.db)
    await PackageQuestion.query(shop.db).insert([
      { packageId: pkg.id, question: 'Which colours?', questionType: 'text', position: 0, required: true },
      { packageId: pkg.id, question: 'Which pages?', questionType: 'text', position: 1 },
    ])
    await buy({ packageId: pkg.id })
    const mail = await receiveOne(/is confirmed: please answer 1 required question$/)
    expectFacts(mail, [
      'we have 2 questions about your project, 1 of them required.',
      ', if you answer today',
    ])
    // One filled button says what to do; the invoice is a link below.
    expect(mail.html?.match(/class="m-button"/g)).toHaveLength(1)
    expect(mail.html).toMatch(
      /class="m-button"[^<]*>\s*<a [^>]*>Answer the questions<[\s\S]*>See the invoice</,
    )
  })
})

test('the welcome goes to a new account alone, not to one that was there', async () => {
  const { order } = await buy()
  expectFacts(await receiveOne(new RegExp(`^Welcome to ${brand.name}: please confirm your address$`)), [
    'grace@example.com',
    'Open your dashboard',
  ])
  smtp.mails.length = 0
  await buy({ form: { email: 'grace@example.com' } })
  expect((await receive()).map(({ subject }) => subject)).toEqual([
    `Your order INV-${order.id + 1} is confirmed: Business Website`,
  ])
})

describe('the mail about a failed payment', () => {
  const place = async (form = {}) => {
    const pkg = await insertPackage(shop.db)
    return placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1299, form })
  }

  test('has the amount to pay and a link to that order', async () => {
    const order = await place()
    await decline(order)
    const mail = await receiveOne(/^Please try again: your payment for Business Website didn’t go through$/)
    expectFacts(mail, ['Business Website', '24 hours', 'wasn’t charged'])
    expect(mail.text).toContain('To pay: $1,299.00 (₹1,09,440.75 at an exchange rate of 84.25)')
    const [, token = ''] = /http:\/\/shop\.example\/checkout\?order=([\w.-]+)/.exec(mail.text ?? '') ?? []
    const resumed = await new Visitor(shop).post('/api/payment-links/open', { token })
    expect(resumed.json()).toMatchObject({ invoiceNumber: `INV-${order.orderId}` })
  })

  test('is sent at most once an hour of an order, however many tries fail', async () => {
    const { user } = await insertPaidOrder()
    const pkg = await insertPackage(shop.db)
    const customer = await openSession(shop, user.id)
    const body = { packageId: pkg.id, userId: user.id, finalAmount: 1299 }
    const order = (await customer.post('/api/create-order', body)).json<CreateOrderResponse>()
    for (let tries = 0; tries < 3; tries += 1) {
      await decline(order)
      await receive()
    }
    await expect
      .poll(async () => {
        await shop.finishJobs()
        const rows = await shop.db('provider_events').where({ eventType: 'payment.failed' })
        return rows.filter(({ processedAt }) => processedAt).length
      })
      .toBe(3)
    expect(await receive()).toHaveLength(1)
    await OutboxMessage.query(shop.db).patch({ createdAt: new Date(Date.now() - 61 * 60_000) })
    await decline(order)
    await expect.poll(async () => (await receive()).length).toBe(2)
  })

  test('goes once to an address that nobody has proved, whatever the orders, callers and +tags', async () => {
    for (let nth = 0; nth < 12; nth += 1) {
      await decline(await place({ email: nth % 2 ? 'victim@example.com' : `Victim+${nth}@example.com` }))
    }
    await expect
      .poll(async () => {
        await shop.finishJobs()
        return OutboxMessage.query(shop.db)
          .where({ kind: 'payment_failed' })
          .whereNot({ state: 'queued' })
          .resultSize()
      })
      .toBe(12)
    expect(smtp.mails).toHaveLength(1)
    const skipped = await OutboxMessage.query(shop.db).where({ state: 'skipped' })
    expect(skipped).toHaveLength(11)
    expect(skipped[0]?.lastError).toBe('This address has reached the daily limit for this kind of email')
    // The limits do not apply to a mail that an admin sends again.
    const [{ payload, id } = { payload: {}, id: 0 }] = skipped
    await shop.db.transaction((trx) =>
      queueMail(shop.jobs, trx, 'payment_failed', payload as { orderId: number }, { resends: id }),
    )
    expect(await receive()).toHaveLength(2)
    await OutboxMessage.query(shop.db).patch({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
    await decline(await place({ email: 'victim@example.com' }))
    await expect.poll(async () => (await receive()).length).toBe(3)
  })

  test('is skipped, and says why, when the order is paid before it is sent', async () => {
    const order = await place()
    await shop.db.transaction((trx) => queueMail(shop.jobs, trx, 'payment_failed', { orderId: order.id }))
    await shop.setFaults({ dropWebhooks: true })
    const paid = await shop.pay(order.razorpayOrderId ?? '')
    await new Visitor(shop).post('/api/verify-payment', verifyBody(order, paid))
    const subjects = (await receive()).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /not go through/.test(subject ?? ''))).toEqual([])
    expect(await OutboxMessage.query(shop.db).findOne({ kind: 'payment_failed' })).toMatchObject({
      state: 'skipped',
      lastError: 'It has been paid in the meantime',
    })
    await shop.setFaults({})
  })

  test('says nothing that a stranger has typed in somebody’s name', async () => {
    const order = await place({ firstName: 'Win money at evil.example' })
    await decline(order)
    const mail = await receiveOne(/^Please try again: your payment for Business Website didn’t go through$/)
    expect(`${mail.raw}${mail.html}${mail.text}`).not.toContain('evil.example')
  })
})

describe('the mail about answers', () => {
  async function answerAll(...rounds: string[]) {
    const { user, order } = await insertPaidOrder()
    const asked = { packageId: order.packageId, questionType: 'textarea', required: true } as const
    const question = await PackageQuestion.query(shop.db)
      .insert({ ...asked, question: 'Which colours?', position: 0 })
      .returning('*')
    const customer = await openSession(shop, user.id)
    const answer = async (text: string) => {
      const saved = await customer.post(`/api/orders/${order.id}/answers`, {
        answers: { [question.id]: text },
      })
      expect(saved.statusCode).toBe(200)
    }
    for (const text of rounds) await answer(text)
    return { answer, asked, order }
  }

  const findSkipped = async () =>
    (await OutboxMessage.query(shop.db).findOne({ kind: 'answers_received' }))?.lastError

  test('waits ten minutes and then lists all that was saved meanwhile, once', async () => {
    await answerAll('Red', 'Blue', 'Deep blue\nand white')
    expect(await receive()).toEqual([])
    await makeJobsDue()
    const mail = await receiveOne(/^We have your answers for INV-1$/)
    expectFacts(mail, ['Which colours?', 'Deep blue\nand white', 'Change or add answers'])
    expect(mail.text).not.toContain('Red')
  })

  test('is followed by another for later changes', async () => {
    const { answer } = await answerAll('Red')
    await makeJobsDue()
    await receive()
    await answer('Green')
    await makeJobsDue()
    expect((await receive()).map(({ text }) => /Red|Green/.exec(text ?? '')?.[0])).toEqual(['Red', 'Green'])
  })

  test('is not sent while a required answer is missing', async () => {
    const { answer, asked } = await answerAll()
    await PackageQuestion.query(shop.db).insert({ ...asked, question: 'Which pages?', position: 1 })
    await answer('Red')
    await makeJobsDue()
    expect(await receive()).toEqual([])
    expect(await findSkipped()).toBe('Required answers are missing')
  })

  test('is not sent of an order that was cancelled meanwhile', async () => {
    const { order } = await answerAll('Red')
    await order.$query(shop.db).patch({ status: 'cancelled' })
    await makeJobsDue()
    expect(await receive()).toEqual([])
    expect(await findSkipped()).toBe('The order no longer needs answers')
  })
})

describe('the mail about a status', () => {
  test.each([
    ['processing', 'Work on your order INV-1 has started', 'In Process'],
    ['completed', 'Your order INV-1 is completed', '30-day warranty'],
    ['cancelled', 'Your order INV-1 was cancelled', 'has been cancelled'],
  ])('%s goes to the customer', async (status, subject, fact) => {
    const { order } = await insertPaidOrder()
    const { browser } = await signInAsAdmin(shop)
    await browser.patch(`/api/admin/orders/${order.id}/status`, { status })
    await makeJobsDue()
    const [mail, ...others] = await receive()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject, to: [{ address: 'grace@example.com' }] })
    expectFacts(mail as ReceivedMail, ['Business Website', 'Pending', fact])
  })

  test('shows each status in the colour that it has on every screen', async () => {
    await changeInTurn('processing')
    await makeJobsDue()
    const { html } = await receiveOne(/has started$/)
    expect(html).toMatch(/class="m-status-caution"[^>]*>Pending</)
    expect(html).toMatch(/class="m-status-accent"[^>]*>In Process</)
  })

  async function changeInTurn(...statuses: string[]) {
    const { order } = await insertPaidOrder()
    const { browser } = await signInAsAdmin(shop)
    const path = `/api/admin/orders/${order.id}/status`
    for (const status of statuses) expect((await browser.patch(path, { status })).statusCode).toBe(200)
    return { browser, path }
  }

  test('waits as long as the change can be undone', async () => {
    await changeInTurn('completed')
    expect(await receive()).toEqual([])
    const [job] = await shop
      .db('jobs.job')
      .where({ name: 'mail' })
      .select(shop.db.raw('extract(epoch FROM start_after - created_on)::float8 AS seconds'))
    expect(job?.seconds).toBeCloseTo(UNDO_SECONDS, 0)
  })

  test('tells the last of five changes in a row alone, with the status before the first', async () => {
    await changeInTurn('processing', 'completed', 'cancelled', 'pending', 'completed')
    await makeJobsDue()
    const mail = await receiveOne(/^Your order INV-1 is completed$/)
    expectFacts(mail, ['Status before', 'Pending'])
    expect(smtp.mails).toHaveLength(1)
    expect(await OutboxMessage.query(shop.db).where({ kind: 'status_changed' }).resultSize()).toBe(1)
  })

  test('is not sent where the changes lead back to the status before, by hand or by undoing', async () => {
    const { browser, path } = await changeInTurn('completed', 'pending')
    expect(await OutboxMessage.query(shop.db).resultSize()).toBe(0)
    await browser.patch(path, { status: 'processing' })
    expect(await OutboxMessage.query(shop.db).resultSize()).toBe(1)
    expect((await browser.post(`${path}/undo`)).statusCode).toBe(200)
    expect(await OutboxMessage.query(shop.db).resultSize()).toBe(0)
    await makeJobsDue()
    expect(await receive()).toEqual([])
  })

  test('that has gone out is followed by one about the next change, which begins where it ended', async () => {
    const { browser, path } = await changeInTurn('processing')
    await makeJobsDue()
    await receiveOne(/has started$/)
    await browser.patch(path, { status: 'completed' })
    await makeJobsDue()
    expectFacts(await receiveOne(/is completed$/), ['Status before', 'In Process'])
  })

  test('is not sent for an unpaid order', async () => {
    const unpaid = await insertOrder(shop.db, { paymentStatus: 'unpaid' })
    const { browser } = await signInAsAdmin(shop)
    await browser.patch(`/api/admin/orders/${unpaid.id}/status`, { status: 'cancelled' })
    expect(await OutboxMessage.query(shop.db).resultSize()).toBe(0)
  })
})

describe('the mail about an assignment', () => {
  test('goes to the staff member, with the admin’s notes; then starting work tells the customer', async () => {
    const { order } = await insertPaidOrder()
    const sam = await insertUser(shop.db, { firstName: 'Sam', email: 'sam@shop.example', isStaff: true })
    const { browser } = await signInAsAdmin(shop)
    const made = await browser.post('/api/admin/staff-assignments', {
      staffId: sam.id,
      orderId: order.id,
      notes: 'Call first.\nThey <like> blue.',
    })
    expect(made.statusCode).toBe(201)
    const mail = await receiveOne(/^INV-1 is yours: Business Website$/)
    expect(mail.recipients).toEqual(['sam@shop.example'])
    expectFacts(mail, ['Hello Sam', 'Ada Minh', 'Grace Holm', 'Whitfield Interiors'])
    expect(mail.html).toContain('Call first.<br>They &lt;like&gt; blue.')
    smtp.mails.length = 0
    const staff = await openSession(shop, sam.id)
    await staff.put(`/api/staff/assignments/${made.json().id}/status`, { status: 'in_progress' })
    await makeJobsDue()
    expect((await receive()).map(({ subject, recipients }) => [subject, recipients])).toEqual([
      ['Work on your order INV-1 has started', ['grace@example.com']],
    ])
  })

  test('goes to the staff member who has the assignment when it is sent', async () => {
    const { order } = await insertPaidOrder()
    const [sam, robin] = [
      await insertUser(shop.db, { email: 'sam@shop.example', isStaff: true }),
      await insertUser(shop.db, { email: 'robin@shop.example', isStaff: true }),
    ]
    const { browser } = await signInAsAdmin(shop)
    const { id } = (
      await browser.post('/api/admin/staff-assignments', { staffId: sam.id, orderId: order.id })
    ).json()
    await browser.patch(`/api/admin/staff-assignments/${id}`, { staffId: robin.id })
    expect((await receive()).map(({ recipients }) => recipients)).toEqual([['robin@shop.example']])
  })
})

test('the mail about a delivery links to what was delivered', async () => {
  const { order, user } = await insertPaidOrder({ workState: 'delivered', acceptBy: new Date() })
  await insertDelivery(shop.db, { orderId: order.id, authorId: user.id, links: ['https://new.example/x'] })
  await shop.db.transaction((trx) => queueMail(shop.jobs, trx, 'delivered', { orderId: order.id, number: 1 }))
  const mail = await receiveOne(/^Check your delivery by/)
  expect(mail.html).toMatch(/<a href="https:\/\/new\.example\/x"[^>]*>new\.example\/x<\/a>/)
  expectFacts(mail, ['The site is live.', 'Hello Grace, your order is ready to check.'])
  expect(mail.text).toContain('https://new.example/x')
})

describe('the receipt of a refund', () => {
  async function refund(fields: Partial<Refund> = {}) {
    const { order } = await insertPaidOrder()
    const payment = await insertPayment(shop.db, {
      orderId: order.id,
      providerPaymentId: 'pay_1',
      amountCents: 129_900,
    })
    const { id } = await Refund.query(shop.db)
      .insert({
        paymentId: payment.id,
        amountCents: 129_900,
        reason: 'requested_by_customer',
        status: 'processed',
        providerRefundId: 'rfnd_1',
        ...fields,
      })
      .returning('id')
    await shop.db.transaction((trx) => queueMail(shop.jobs, trx, 'refund_receipt', { refundId: id }))
  }

  test('has the amount in both currencies, the payment and the refund', async () => {
    await refund()
    const mail = await receiveOne(/^Your refund of \$1,299\.00 for INV-1$/)
    expectFacts(mail, [
      ...['Refunded in full', '₹1,09,440.75 at an exchange rate of 84.25', 'pay_1', 'rfnd_1'],
      '3 to 5 bank days',
    ])
    expectFacts(mail, ['for Business Website goes back to the card or account you paid with.'])
    expect(mail.text).not.toMatch(/We’re refunding|^Hello\.|Status/m)
  })

  test('says of money that is still on its way that we are refunding it, and leads to the order', async () => {
    await refund({ status: 'pending' })
    const mail = await receiveOne(/^Your refund of/)
    expect(mail.text).not.toMatch(/refunded/i)
    expectFacts(mail, ['We’re refunding $1,299.00', 'See your order'])
    expect(mail.text).toContain('/dashboard?order=')
  })

  test('of a part says so, and one that has failed is skipped', async () => {
    await refund({ amountCents: 30_000 })
    expectFacts(await receiveOne(/^Your refund of \$300\.00/), [
      'Part of your payment for Business Website goes back to the card or account you paid with. Your order continues.',
      '₹25,275.00',
    ])
    await Refund.query(shop.db).patch({ status: 'failed' })
    await shop.db.transaction((trx) => queueMail(shop.jobs, trx, 'refund_receipt', { refundId: 1 }))
    expect(await receive()).toHaveLength(1)
  })
})

test('the receipt of a refund for an order that was never placed says why, and no word of a stranger’s form', async () => {
  const pkg = await insertPackage(shop.db)
  const { orderId } = await placeModalOrder(new Visitor(shop), {
    packageId: pkg.id,
    finalAmount: 1299,
    form: { firstName: 'Win money at evil.example' },
  })
  const payment = await insertPayment(shop.db, {
    orderId,
    providerPaymentId: 'pay_1',
    amountCents: 129_900,
    fulfilsOrder: false,
    flag: 'coupon_over_limit',
  })
  const refund = await Refund.query(shop.db)
    .insert({ paymentId: payment.id, amountCents: 129_900, reason: 'coupon_over_limit', status: 'processed' })
    .returning('id')
  await shop.db.transaction((trx) => queueMail(shop.jobs, trx, 'refund_receipt', { refundId: refund.id }))
  const mail = await receiveOne(/^Your refund of/)
  expectFacts(mail, ['so the order wasn’t placed'])
  expect(`${mail.raw}${mail.html}${mail.text}`).not.toContain('evil.example')
})

test('a mail whose customer is gone is skipped, not sent', async () => {
  const { order } = await insertPaidOrder()
  await shop.db.transaction((trx) => queueMail(shop.jobs, trx, 'welcome', { orderId: order.id }))
  await shop.db('orders').delete()
  expect(await receive()).toEqual([])
  expect(await OutboxMessage.query(shop.db).findOne({})).toMatchObject({
    state: 'skipped',
    lastError: 'The order is gone',
  })
})
