import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import { settleOrder } from '#api/money/payments/settle.ts'
import { signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { payOrder, placeModalOrder, signIn, verifyBody } from '#api/testing/buyer.ts'
import { sendProviderEvent } from '#api/testing/provider-events.ts'
import { statusOf } from '#api/testing/statuses.ts'
import { openTestApp, Visitor, type WidgetResponse } from '#api/testing/test-app.ts'
import { erasureLogOf, readErasureLog } from '#db/erasure/erasure-log.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Order } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { ageInvoices } from '#db/testing/age-invoices.ts'
import {
  insertCoupon,
  insertMessage,
  insertPackage,
  insertPaidOrder,
  insertUser,
} from '#db/testing/builders.ts'
import { applyRetention } from './retention.ts'

const shop = openTestApp({ hasProcessRole: true })
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

const PASSWORD = 'a-fine-secret'

/** Unique values of one customer, so that a search finds each wherever it is stored. */
const PROFILE = {
  firstName: 'Factone',
  lastName: 'Facttwo',
  email: 'factthree@example.com',
  phone: '+45 44 44 44 44',
  company: 'Factfive Ltd',
  jobTitle: 'Factsix',
  address: 'Factseven Street 7',
  city: 'Facteight',
  state: 'Factnine',
  zipCode: 'FACT10',
  taxId: 'FACT11',
}
const OTHERS = {
  oldEmail: 'fact12@example.com',
  oldCompany: 'Fact13 Ltd',
  unpaidPhone: '+45 14 14 14 14',
  answer: 'Fact15 is blue',
  adminNote: 'Fact17 prefers mornings',
  takenBackNote: 'Fact18 wants somebody else',
  refundReason: 'Fact19 was ill',
  moneyNote: 'Fact20 has two cards',
  payer: 'fact21@bank.example',
  browser: 'Fact22 Browser',
  laterPhone: '+45 23 23 23 23',
  passkey: 'Fact24 laptop',
  mailError: '550 Fact25 is full',
  message: 'Fact26 is due on Monday',
  reply: 'Fact27 suits us',
  teamNote: 'Fact28 is difficult',
  otherMessage: 'Fact29 was mine before',
  coupon: 'FACT30-OFF',
  reference: 'Fact31 of our books',
}
const FACTS = [...Object.values(PROFILE), ...Object.values(OTHERS)]

/** Searches all rows of all tables, including the queue's. @returns `table: fact` */
async function searchDump(): Promise<string[]> {
  const { rows: tables } = await shop.db.raw<{ rows: { name: string }[] }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'jobs')`,
  )
  const found = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await shop.db.raw<{ rows: { row: string }[] }>(`SELECT t::text AS row FROM ${name} t`)
    for (const { row } of rows) {
      for (const fact of FACTS)
        if (row.toLowerCase().includes(fact.toLowerCase())) found.add(`${name}: ${fact}`)
    }
  }
  return [...found].sort()
}

async function readMail(kind: string): Promise<string> {
  const { messageId } = await OutboxMessage.query(shop.db)
    .where({ kind })
    .orderBy('id', 'desc')
    .first()
    .throwIfNotFound()
  const { text = '', to } = await PostalMime.parse(await readFile(join(shop.mailDir, `${messageId}.eml`)))
  return `${to?.[0]?.address} ${text}`
}

const expectDone = ({ statusCode, body }: { statusCode: number; body: string }) =>
  expect(statusCode, body).toBeLessThan(300)

interface Planted {
  customer: Visitor
  admin: Visitor
  staff: Visitor
  userId: number
  orderId: number
  /** The widget's report of the payment. */
  paid: WidgetResponse
}

/** A customer with orders, two payments, answers, a change of address, an unpaid order, and notes by others. */
async function plantFacts(): Promise<Planted> {
  const { db } = shop
  const pkg = await insertPackage(db)
  const [{ id: questionId }] = await db('package_questions')
    .insert({ packageId: pkg.id, question: 'Which colours?', position: 0 })
    .returning('id')
  const coupon = await insertCoupon(db)
  const browser = new Visitor(shop)
  const form = { ...PROFILE, email: OTHERS.oldEmail, company: OTHERS.oldCompany, password: PASSWORD }
  const place = (fields: object, finalAmount = 1299) =>
    placeModalOrder(browser, { packageId: pkg.id, finalAmount, form: { ...form, ...fields } })

  await place({ phone: OTHERS.unpaidPhone, couponCode: coupon.code }, 1039.2)
  const order = await place({ reference: OTHERS.reference })
  const orderId = order.id
  const paid = await shop.pay(order.razorpayOrderId ?? '')
  expectDone(await browser.post('/api/verify-payment', verifyBody(order, paid)))
  await sendProviderEvent(shop, 'payment.captured', paid, { email: OTHERS.payer, contact: PROFILE.phone })
  // The sandbox accepts no second payment.
  const twice = { ...(await shop.gateway.getPayment(paid.razorpay_payment_id)), id: 'pay_Second00000001' }
  await db.transaction((trx) => settleOrder(shop, trx, orderId, { actorKind: 'provider', payment: twice }))

  const customer = new Visitor(shop)
  const signedIn = await customer.call(
    'POST',
    '/api/auth/login',
    { email: OTHERS.oldEmail, password: PASSWORD },
    { 'user-agent': OTHERS.browser },
  )
  expectDone(signedIn)
  const { id: userId } = signedIn.json()
  expectDone(
    await customer.post(`/api/orders/${orderId}/answers`, { answers: { [questionId]: OTHERS.answer } }),
  )
  expectDone(await customer.put('/api/user/profile', { ...PROFILE, currentPassword: PASSWORD }))
  await shop.finishJobs()
  const [, token] = /confirm-email#token=([\w-]+)/.exec(await readMail('confirm_email')) ?? []
  expectDone(await customer.post('/api/auth/confirm-email', { token }))
  expectDone(await customer.post('/api/auth/forgot-password', { email: PROFILE.email }))
  await place({ email: PROFILE.email, phone: OTHERS.laterPhone })

  const { browser: admin } = await signInAsAdmin(shop)
  const personal = { code: OTHERS.coupon, discountType: 'fixed', discount: 1, ownerEmail: PROFILE.email }
  expectDone(await admin.post('/api/admin/coupons', personal))
  const use = { packageId: pkg.id, userId, couponCode: OTHERS.coupon, finalAmount: 1298 }
  expectDone(await customer.post('/api/create-order', use))
  const { user: staff, browser: staffBrowser } = await signInAs(shop, { isStaff: true })
  const other = await insertUser(db, { isStaff: true })
  const assign = async (staffId: number, notes: string) =>
    (
      await admin.call(
        'POST',
        '/api/admin/staff-assignments',
        { orderId, staffId, notes },
        { 'idempotency-key': `assign-${staffId}` },
      )
    ).json<{ id: number }>().id
  const taken = await assign(other.id, OTHERS.takenBackNote)
  expectDone(await admin.call('DELETE', `/api/admin/staff-assignments/${taken}`))
  const work = `/api/staff/assignments/${await assign(staff.id, OTHERS.adminNote)}`
  expectDone(await staffBrowser.put(`${work}/status`, { status: 'in_progress' }))
  const write = (browser: Visitor, text: string, isTeamOnly = false) =>
    browser.post(`/api/orders/${orderId}/messages`, { text, isTeamOnly, key: randomUUID() })
  expectDone(await write(customer, OTHERS.message))
  expectDone(await write(staffBrowser, OTHERS.reply))
  expectDone(await write(staffBrowser, OTHERS.teamNote, true))
  await insertMessage(db, {
    orderId: (await insertPaidOrder(db)).id,
    authorId: userId,
    text: OTHERS.otherMessage,
  })
  expectDone(
    await admin.call(
      'POST',
      `/api/admin/orders/${orderId}/refunds`,
      { amount: '100.00', reason: OTHERS.refundReason },
      { 'idempotency-key': 'refund-1' },
    ),
  )
  const { id: strayId } = await Payment.query(db).findOne({ flag: 'second_capture' }).throwIfNotFound()
  const looked = `/api/admin/money-without-order/${strayId}/looked-at`
  expectDone(await admin.post(looked, { note: OTHERS.moneyNote }))
  const passkey = { credentialId: 'fact', publicKey: Buffer.from('key'), counter: 0, backedUp: false }
  await db('passkeys').insert({ ...passkey, userId, name: OTHERS.passkey })
  // The shop has no call that writes a review.
  await db('reviews').insert({
    packageId: pkg.id,
    customerName: `${PROFILE.firstName} ${PROFILE.lastName}`,
    customerRole: PROFILE.jobTitle,
    customerCompany: PROFILE.company,
    rating: 5,
    comment: 'Good',
  })
  expectDone(await admin.call('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'completed' }))
  await shop.finishJobs()
  // A mail server's refusal may contain the address.
  await db('jobs.job')
    .whereRaw(`data ->> 'outboxId' IN (SELECT id::text FROM outbox WHERE kind = 'order_confirmation')`)
    .update({ output: { message: OTHERS.mailError } })
  return { customer, admin, staff: staffBrowser, userId, orderId, paid }
}

const erase = (customer: Visitor, currentPassword = PASSWORD) =>
  customer.post('/api/user/erasure', { currentPassword })
const eraseAsAdmin = (admin: Visitor, userId: number) => admin.post(`/api/admin/users/${userId}/erasure`)

describe('after an erasure', () => {
  test('a search of everything for twenty facts and more finds none outside the invoices', async () => {
    const { customer } = await plantFacts()
    const planted = await searchDump()
    for (const fact of FACTS)
      expect(
        planted.filter((row) => row.endsWith(`: ${fact}`)),
        fact,
      ).not.toEqual([])

    expectDone(await erase(customer))
    await shop.finishJobs()
    const left = await searchDump()
    expect(left.filter((row) => !row.startsWith('public.invoices: '))).toEqual([])
    expect(left).toContain(`public.invoices: ${PROFILE.address}`)

    await ageInvoices(shop.db, '6 years 364 days')
    await applyRetention(shop.db)
    expect(await searchDump()).toEqual(left)
    await ageInvoices(shop.db, '7 years 1 day')
    await applyRetention(shop.db)
    expect(await searchDump()).toEqual([])
  })

  test('no response of any call to any role holds one of the facts', async () => {
    const { customer, admin, staff, userId, orderId } = await plantFacts()
    const { browser: other } = await signInAs(shop)
    const reads = shop.app.routeTable.filter(({ method }) => method === 'GET')
    /** @returns the calls whose responses contain a fact, among all calls that read, and a search for each fact */
    async function findIn(browser: Visitor): Promise<string[]> {
      const words = [PROFILE.lastName, PROFILE.email, OTHERS.oldEmail]
      const urls = reads.flatMap(({ url }) => {
        if (url.endsWith('/search')) return words.map((word) => `${url}?q=${word}`)
        const ids = [...new Set([userId, orderId, 1, 2, 3])]
        return url.includes(':id') ? ids.map((id) => url.replace(':id', String(id))) : [url]
      })
      const found: string[] = []
      for (const url of urls) {
        const { body } = await browser.get(url.replace(':queue', 'mail'))
        if (FACTS.some((fact) => body.toLowerCase().includes(fact.toLowerCase()))) found.push(url)
      }
      return found
    }
    const before = await findIn(admin)
    expect(before).toEqual(
      expect.arrayContaining([`/api/admin/users/${userId}/data`, '/api/admin/users.csv']),
    )
    expect(before.length).toBeGreaterThan(15)
    expect(await findIn(staff)).not.toEqual([])
    expectDone(await erase(customer))
    await shop.finishJobs()
    for (const browser of [admin, staff, other, customer, new Visitor(shop)]) {
      expect(await findIn(browser)).toEqual([])
    }
  })

  test('the customer is signed out everywhere, cannot sign in or be let in again', async () => {
    const { customer, admin, userId } = await plantFacts()
    const elsewhere = await signIn(shop, PROFILE.email, PASSWORD)
    expect((await eraseAsAdmin(admin, userId)).statusCode).toBe(204)
    expect([await statusOf(customer), await statusOf(elsewhere)]).toEqual([401, 401])
    await expect(signIn(shop, PROFILE.email, PASSWORD)).rejects.toThrow('401')
    const refused = [
      await admin.put(`/api/admin/users/${userId}/disabled`, { isDisabled: false }),
      await admin.call('PATCH', `/api/admin/users/${userId}`, { isStaff: true }),
      await eraseAsAdmin(admin, userId),
    ]
    for (const response of refused) expect(response.json()).toMatchObject({ code: 'erased' })
  })

  test('no link, key or code of the customer is left', async () => {
    const { customer, userId } = await plantFacts()
    await shop.db('totp_secrets').insert({ userId, sealedSecret: Buffer.from('sealed') })
    await shop.db('recovery_codes').insert({ userId, codeHash: Buffer.alloc(32) })
    const findLeft = () =>
      Promise.all(
        ['sign_in_tokens', 'password_resets', 'email_confirmations', 'totp_secrets', 'recovery_codes'].map(
          async (table) => (await shop.db(table).where({ userId })).length > 0,
        ),
      )
    expect(await findLeft()).toEqual([true, true, true, true, true])
    expectDone(await erase(customer))
    expect(await findLeft()).toEqual([false, false, false, false, false])
  })

  test('one mail goes to the address as it was and leaves no address behind; no other does', async () => {
    const { customer, admin, orderId } = await plantFacts()
    // These wait: the mail about the status for ten seconds, the one about answers for ten minutes. Those about messages go before the first.
    expect(await OutboxMessage.query(shop.db).where({ state: 'queued' }).resultSize()).toBe(2)
    expectDone(await erase(customer))
    await shop.db('jobs.job').update({ startAfter: shop.db.fn.now() })
    await shop.finishJobs()
    expect(await OutboxMessage.query(shop.db).orderBy('id')).toMatchObject([
      { kind: 'assignment' },
      { kind: 'assignment' },
      { kind: 'account_erased', state: 'sent', toEmail: null, payload: {} },
    ])
    expect(await readMail('account_erased')).toMatch(/^factthree@example\.com [\s\S]*was erased/)

    expectDone(await admin.call('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'processing' }))
    await new Visitor(shop).post('/api/auth/forgot-password', { email: PROFILE.email })
    await shop.db('jobs.job').update({ startAfter: shop.db.fn.now() })
    await shop.finishJobs()
    expect(await OutboxMessage.query(shop.db).orderBy('id', 'desc').limit(2)).toMatchObject([
      { kind: 'password_reset', state: 'skipped' },
      { kind: 'status_changed', state: 'skipped', toEmail: null },
    ])
  })

  test('unpaid orders are given up, and money that still comes for one is given back', async () => {
    const { customer, userId } = await plantFacts()
    const unpaid = await Order.query(shop.db).where({ paymentStatus: 'unpaid', status: 'pending' })
    expect(unpaid.length).toBe(3)
    expectDone(await erase(customer))
    expect(await Order.query(shop.db).where({ paymentStatus: 'unpaid' })).toMatchObject([
      { userId, status: 'cancelled', registrationId: null },
      { userId, status: 'cancelled', registrationId: null },
      { userId, status: 'cancelled', registrationId: null },
    ])
    const paid = await shop.pay(unpaid[0]?.providerOrderId ?? '')
    await sendProviderEvent(shop, 'payment.captured', paid)
    const late = { providerPaymentId: paid.razorpay_payment_id, orderId: unpaid[0]?.id ?? 0 }
    expect(await Payment.query(shop.db).findOne(late).withGraphFetched('order')).toMatchObject({
      flag: 'customer_erased',
      fulfilsOrder: false,
      order: { paymentStatus: 'unpaid', status: 'cancelled' },
    })
    expect(await shop.db('refunds').where({ reason: 'customer_erased' })).toMatchObject([
      { status: 'processed' },
    ])
  })

  test('what the provider sends about the customer afterwards goes with the daily job', async () => {
    const { customer, paid } = await plantFacts()
    expectDone(await erase(customer))
    await sendProviderEvent(shop, 'order.paid', paid, { email: PROFILE.email })
    expect(await searchDump()).toContain(`public.provider_events: ${PROFILE.email}`)
    await shop.db.transaction((trx) => shop.jobs.send(trx, 'retention', {}))
    await shop.finishJobs()
    expect(await searchDump()).not.toContain(`public.provider_events: ${PROFILE.email}`)
  })

  test('the books still stand, the audit log says with ids alone who did it, and the log of erasures has the id', async () => {
    const { customer, admin, userId, orderId } = await plantFacts()
    const { amountCents, invoiceNumber, paidAt } = await Order.query(shop.db)
      .findById(orderId)
      .throwIfNotFound()
    expectDone(await erase(customer))
    expect(await Order.query(shop.db).findById(orderId)).toMatchObject({ amountCents, invoiceNumber, paidAt })
    const [entry] = (await admin.get('/api/admin/audit-log?action=removed&subject=user')).json()
    expect(entry).toMatchObject({ actor: { id: userId }, subjectId: userId, changes: [], ipAddress: null })
    const { erasedAt } = await User.query(shop.db).findById(userId).throwIfNotFound()
    expect(await readErasureLog(erasureLogOf(shop.env.dataDir))).toContainEqual({ userId, erasedAt })
  })

  test('another customer keeps everything', async () => {
    const { customer } = await plantFacts()
    const { browser: other, user } = await signInAs(shop)
    await insertPaidOrder(shop.db, { userId: user.id })
    const before = (await other.get('/api/user/data')).json()
    expectDone(await erase(customer))
    const after = (await other.get('/api/user/data')).json()
    expect({ ...after, exportedAt: '' }).toEqual({ ...before, exportedAt: '' })
  })
})

describe('nobody is erased', () => {
  test('with a wrong password', async () => {
    const { browser } = await signInAs(shop)
    const refused = await erase(browser, 'a-wrong-guess')
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'wrong_password'])
    expect(await statusOf(browser)).toBe(200)
  })

  test('who is staff or an admin, the last one neither', async () => {
    const { browser: admin, user } = await signInAsAdmin(shop)
    const { browser: staffBrowser, user: staff } = await signInAs(shop, { isStaff: true })
    for (const response of [
      await eraseAsAdmin(admin, user.id),
      await eraseAsAdmin(admin, staff.id),
      await erase(admin),
      await erase(staffBrowser),
    ])
      expect(response.json()).toMatchObject({ code: 'has_rights' })
    expect((await eraseAsAdmin(admin, 999_999)).statusCode).toBe(404)
    expect([await statusOf(admin), await statusOf(staffBrowser)]).toEqual([200, 200])
  })

  test.each(['pending', 'processing'] as const)('while a paid order is %s', async (status) => {
    const { browser, user } = await signInAs(shop)
    const { browser: admin } = await signInAsAdmin(shop)
    const pkg = await insertPackage(shop.db)
    const order = (
      await browser.post('/api/create-order', { packageId: pkg.id, finalAmount: 1299, userId: user.id })
    ).json()
    expectDone(await payOrder(shop, browser, order))
    await Order.query(shop.db).findById(order.id).patch({ status })
    for (const response of [await erase(browser), await eraseAsAdmin(admin, user.id)])
      expect(response.json()).toMatchObject({ code: 'order_open' })
    expect(await statusOf(browser)).toBe(200)
  })

  test('whose erasure cannot be logged: a backup would bring them back', async () => {
    const { browser } = await signInAs(shop)
    const file = erasureLogOf(shop.env.dataDir)
    await rm(file, { force: true })
    await mkdir(file)
    const failed = await erase(browser)
    await rm(file, { recursive: true })
    expect(failed.statusCode).toBe(500)
    expect(await statusOf(browser)).toBe(200)
  })

  test('by an account that somebody made with a stranger’s e-mail: the stranger’s order stays as it is', async () => {
    const pkg = await insertPackage(shop.db)
    const stranger = new Visitor(shop)
    const order = await placeModalOrder(stranger, { packageId: pkg.id, finalAmount: 1299 })
    const { browser } = await signInAs(shop, { email: 'grace@example.com', emailVerifiedAt: null })
    const before = await Order.query(shop.db).findById(order.id)
    expectDone(await erase(browser))
    expect(await Order.query(shop.db).findById(order.id)).toEqual(before)
    expectDone(await payOrder(shop, stranger, order))
  })
})
