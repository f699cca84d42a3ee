import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  NOTIFICATION_KINDS,
  type Notification as WireNotification,
} from '#api/contract/outbound/notifications.ts'
import { MAILS } from '#api/mails.ts'
import { deliverMail } from '#api/platform/mail/send.ts'
import { MailRefused } from '#api/platform/mail/transport.ts'
import { fetchList, type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { openRupeeOrder, payOrder, placeModalOrder } from '#api/testing/buyer.ts'
import { sendProviderEvent } from '#api/testing/provider-events.ts'
import { addTotp, insertOwner } from '#api/testing/second-factor.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Notification } from '#db/models/outbound/notification.ts'
import { User } from '#db/models/people/user.ts'
import { OperationMark, setMark } from '#db/models/platform/operation-mark.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertPackage, insertPaidOrder, insertUser } from '#db/testing/builders.ts'
import { notifyByClock } from './jobs.ts'
import { notify, notifyOfFailedMail } from './notify.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
let ada: SignedIn
beforeEach(async () => {
  await shop.setFaults({})
  ada = await signInAsAdmin(shop)
})

const CHOICES = '/api/admin/notification-mails'

const told = async () => (await Notification.query(shop.db).orderBy('id')).map(({ key }) => key)
async function tell(key: string, given?: Knex.Transaction) {
  const about = { kind: 'order_paid', key, title: `${key} is paid`, path: '/admin?tab=orders' } as const
  if (given) await notify(shop.jobs, given, about)
  else await shop.db.transaction((trx) => notify(shop.jobs, trx, about))
}
const bell = async (browser = ada.browser, query = '') =>
  (await fetchList<WireNotification>(browser, `/api/admin/notifications${query}`)).rows
const choose = (kinds: readonly string[], { browser } = ada) => browser.call('PUT', CHOICES, { kinds })
const mailsTo = async (email: string) =>
  OutboxMessage.query(shop.db).where({ kind: 'notification', toEmail: email }).orderBy('id')
const readMail = async ({ messageId }: Pick<OutboxMessage, 'messageId'>) =>
  PostalMime.parse(await readFile(join(shop.mailDir, `${messageId}.eml`)))

async function buy() {
  const pkg = await insertPackage(shop.db)
  const visitor = new Visitor(shop)
  const order = await placeModalOrder(visitor, { packageId: pkg.id, finalAmount: 1299 })
  expect((await payOrder(shop, visitor, order)).statusCode).toBe(200)
  await shop.finishJobs()
  return order
}

/** Stand-in for the counts of late orders (api/orders/order/attention.ts). */
const ofOrders = {
  countLate: () => Promise.resolve(1),
  findLateReplies: () => Promise.resolve({ orders: 2, longestHours: 14 }),
}

describe('the bell rings', () => {
  test('once for a paid order, however often and by whatever way its payment is reported', async () => {
    const order = await buy()
    await ada.browser.post('/api/admin/notifications/read', {})
    const [row] = await bell()
    expect(row).toMatchObject({
      kind: 'order_paid',
      title: expect.stringMatching(/^INV-\d+ is paid: \$1,299\.00$/),
      path: expect.stringMatching(/^\/admin\?order=\d+$/),
      isRead: true,
    })
    expect(await told()).toEqual([`order_paid:${order.orderId}`])
  })

  test('for money that no order is known for', async () => {
    const stray = await openRupeeOrder(shop, 5_000)
    const paid = await shop.pay(stray)
    await shop.db('provider_events').delete()
    await sendProviderEvent(shop, 'payment.captured', paid)
    // For the first minute the order may still arrive.
    await shop.db('provider_events').update({ receivedAt: new Date(Date.now() - 120_000) })
    await shop.db('jobs.job').update({ startAfter: shop.db.fn.now() })
    await shop.finishJobs()
    const [row] = await bell()
    expect(row).toMatchObject({
      kind: 'stray_money',
      title: 'Unmatched payment: ₹50.00',
      facts: [{ label: 'Reason', value: 'unknown order' }],
    })
  })

  test('for a refund that the provider refuses', async () => {
    const order = await insertPaidOrder(shop.db, { providerOrderId: 'order_1' })
    await ada.browser.post(`/api/admin/orders/${order.id}/refunds`, { reason: 'Late' })
    // The sandbox does not know this payment, so the refund fails.
    await shop.finishJobs()
    expect((await bell())[0]).toMatchObject({
      kind: 'refund_failed',
      title: 'A refund of $1,299.00 has failed',
      facts: [
        { label: 'Order', value: order.invoiceNumber },
        { label: 'Reason', value: expect.stringMatching(/not a valid id$/) },
        { label: 'What to do', value: 'Try again, or pay it back by bank transfer.' },
      ],
    })
  })

  test('for nothing that was rolled back with its event', async () => {
    const trx = await shop.db.transaction()
    await tell('order_paid:1', trx)
    await trx.rollback()
    expect(await told()).toEqual([])
  })

  test('for each admin apart: what one has read is unread for the other', async () => {
    const ben = await signInAs(shop, { email: 'ben@shop.example', isAdmin: true })
    await tell('order_paid:1')
    await tell('order_paid:2')
    const [newest] = await bell()
    await ada.browser.post('/api/admin/notifications/read', { ids: [newest?.id, 999_999] })
    const unread = async ({ browser }: SignedIn) =>
      (await browser.get('/api/admin/operations')).json().unreadNotifications
    expect([await unread(ada), await unread(ben)]).toEqual([1, 2])
    expect((await bell(ada.browser, '?state=unread')).map(({ title }) => title)).toEqual([
      'order_paid:1 is paid',
    ])
    expect(await bell(ben.browser, '?state=read')).toEqual([])
    await ben.browser.post('/api/admin/notifications/read', {})
    expect([await unread(ada), await unread(ben)]).toEqual([1, 0])
  })
})

describe('a mail goes', () => {
  test('once to each admin, unless they switched its kind off, in the transaction of the event', async () => {
    const ben = await signInAs(shop, { email: 'ben@shop.example', isAdmin: true })
    const kinds = NOTIFICATION_KINDS.filter((kind) => kind !== 'order_paid')
    expect((await choose(kinds, ben)).json()).toEqual({ kinds })
    const order = await buy()
    await tell(`order_paid:${order.orderId}`)
    await shop.finishJobs()
    const [mail, ...more] = await mailsTo(ada.user.email)
    expect(more).toEqual([])
    expect(await mailsTo(ben.user.email)).toEqual([])
    expect(mail).toMatchObject({ state: 'sent' })
    const { subject, text } = await readMail(mail as OutboxMessage)
    expect(subject).toMatch(/: INV-\d+ is paid: \$1,299\.00$/)
    expect(text).toContain('/admin?order=')
    expect(text).not.toMatch(/grace|holm/i)
  })

  test('to nobody whose address is not verified, who is disabled or who is no admin', async () => {
    await User.query(shop.db).findById(ada.user.id).patch({ emailVerifiedAt: null })
    await insertUser(shop.db, { email: 'ben@shop.example', isAdmin: true, disabledAt: new Date() })
    await insertUser(shop.db, { email: 'sam@shop.example', isStaff: true })
    await tell('order_paid:1')
    expect(await OutboxMessage.query(shop.db).where({ kind: 'notification' })).toEqual([])
  })

  test('not to an admin who switched its kind off, or lost the rights, before it was sent', async () => {
    const ben = await insertUser(shop.db, { email: 'ben@shop.example', isAdmin: true })
    await tell('order_paid:1')
    await choose([])
    await ben.$query(shop.db).patch({ isAdmin: false })
    await shop.finishJobs()
    const skipped = { state: 'skipped', lastError: 'The address no longer receives these' }
    expect(await OutboxMessage.query(shop.db).where({ kind: 'notification' })).toMatchObject([
      skipped,
      skipped,
    ])
  })

  test('about a mail that cannot be delivered, but never about one that tells of something', async () => {
    const order = await insertPaidOrder(shop.db)
    const refuse = async (kind: string, payload: object) => {
      const { id } = await OutboxMessage.query(shop.db).insert({ kind, payload }).returning('id')
      await deliverMail(
        {
          ...shop,
          mails: MAILS,
          mailer: {
            send: async () => {
              throw new MailRefused('550 No such mailbox')
            },
            close: async () => {},
          },
          onRefused: (trx, mail) => notifyOfFailedMail(shop.jobs, trx, mail),
        },
        id,
      )
      return id
    }
    const lost = await refuse('order_confirmation', { orderId: order.id })
    const mails = () => OutboxMessage.query(shop.db).where({ kind: 'notification' }).orderBy('id')
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    const own = await refuse('notification', mail?.payload as object)
    expect(await told()).toEqual([`mail_failed:${lost}`, `mail_failed:${own}`])
    // The first mail and the refused one; no third about the refusal.
    expect(await mails()).toHaveLength(2)
  })

  test('about a mail whose job was tried for the last time', async () => {
    const order = await insertPaidOrder(shop.db)
    const { id } = await OutboxMessage.query(shop.db)
      .insert({ kind: 'order_confirmation', payload: { orderId: order.id } })
      .returning('id')
    await shop.db.transaction((trx) => shop.jobs.send(trx, 'mail', { outboxId: id }))
    await shop.db('jobs.job').update({ state: 'failed' })
    await notifyByClock(shop, ofOrders)
    await notifyByClock(shop, ofOrders)
    expect((await told()).filter((key) => key.startsWith('mail_failed'))).toEqual([`mail_failed:${id}`])
  })
})

describe('which mails an admin gets', () => {
  const read = async ({ browser } = ada) => (await browser.get(CHOICES)).json()

  test('is all of them until they choose, and their choice alone', async () => {
    const ben = await signInAs(shop, { email: 'ben@shop.example', isAdmin: true })
    expect(await read()).toEqual({ kinds: NOTIFICATION_KINDS })
    await choose(['dispute'])
    expect([await read(), await read(ben)]).toEqual([{ kinds: ['dispute'] }, { kinds: NOTIFICATION_KINDS }])
    await choose(NOTIFICATION_KINDS)
    expect(await read()).toEqual({ kinds: NOTIFICATION_KINDS })
    expect((await choose(['dispute', 'dispute'])).statusCode).toBe(400)
    expect((await choose(['weather'])).statusCode).toBe(400)
  })

  test('is changed only after a fresh second factor, and each change is in the audit log', async () => {
    const { user, browser } = await insertOwner(shop, { isAdmin: true })
    await addTotp(browser)
    await shop.db('sessions').where({ userId: user.id }).update({ provedAt: null })
    expect((await choose([], { browser, user })).json()).toMatchObject({ code: 'proof_needed' })
    await choose(['order_paid'])
    await choose(['order_paid', 'dispute'])
    const [last] = (await ada.browser.get('/api/admin/audit-log?subject=recipient')).json()
    expect(last).toMatchObject({
      action: 'updated',
      changes: [{ field: 'kinds', from: ['order_paid'], to: ['order_paid', 'dispute'] }],
    })
  })
})

describe('the daily digest', () => {
  // Thursday to Monday; the company is open from 9:00 to 18:00 in India.
  const FRIDAY_EARLY = new Date('2026-11-20T03:00:00Z')
  const FRIDAY = new Date('2026-11-20T03:31:00Z')
  const SATURDAY = new Date('2026-11-21T06:00:00Z')
  const MONDAY_LATE = new Date('2026-11-23T11:00:00Z')

  test('goes out once on each working day, from opening on, also from several processes and after a restart', async () => {
    await notifyByClock(shop, ofOrders, FRIDAY_EARLY)
    expect(await told()).toEqual([])
    await Promise.all([1, 2, 3, 4].map(() => notifyByClock(shop, ofOrders, FRIDAY)))
    await notifyByClock(shop, ofOrders, new Date('2026-11-20T09:00:00Z'))
    await notifyByClock(shop, ofOrders, SATURDAY)
    expect(await told()).toEqual(['daily_digest:2026-11-20'])
    // No process was running in the morning.
    await notifyByClock(shop, ofOrders, MONDAY_LATE)
    expect(await told()).toEqual(['daily_digest:2026-11-20', 'daily_digest:2026-11-23'])
    await shop.finishJobs()
    expect(await mailsTo(ada.user.email)).toHaveLength(2)
  })

  test('counts what was sold since the last one by the company’s own days, what waits and what is late', async () => {
    const sell = (paidAt: string, fields = {}) =>
      insertPaidOrder(shop.db, { paidAt: new Date(paidAt), ...fields })
    // In India, Thursday begins at 18:30 UTC on Wednesday.
    await sell('2026-11-18T18:29:00Z', { status: 'completed' })
    await sell('2026-11-18T18:31:00Z', { status: 'processing' })
    await sell('2026-11-19T18:29:00Z')
    await notifyByClock(shop, ofOrders, FRIDAY)
    await sell('2026-11-19T18:31:00Z')
    await sell('2026-11-22T06:00:00Z')
    await notifyByClock(shop, ofOrders, MONDAY_LATE)
    const [friday, monday] = await Notification.query(shop.db).orderBy('id')
    expect(friday?.title).toBe('Sold yesterday: 2 orders, $2,598.00')
    expect(friday?.facts).toEqual([
      { label: 'Sold yesterday', value: '2 orders, $2,598.00' },
      { label: 'Waiting to start', value: '1 order' },
      { label: 'Late', value: '1 order' },
      { label: 'Reply later than 8 business hours', value: '2 orders, the longest for 14 business hours' },
    ])
    expect(monday?.title).toBe('Sold since 20 Nov 2026: 2 orders, $2,598.00')
  })
})

test('a backup that is older than a day rings once a day until there is a newer one', async () => {
  const backUp = async (markedAt: string) => {
    await OperationMark.query(shop.db).deleteById('backup')
    await OperationMark.query(shop.db).insert({ name: 'backup', markedAt: new Date(markedAt), details: {} })
  }
  const saturday = new Date('2026-11-21T06:00:00Z')
  await notifyByClock(shop, ofOrders, saturday)
  // A shop that was never backed up and is not in production.
  expect(await told()).toEqual([])
  await backUp('2026-11-20T05:00:00Z')
  await notifyByClock(shop, ofOrders, new Date('2026-11-21T01:00:00Z'))
  expect(await told()).toEqual([])
  await notifyByClock(shop, ofOrders, new Date('2026-11-21T07:30:00Z'))
  await notifyByClock(shop, ofOrders, new Date('2026-11-21T08:30:00Z'))
  expect((await bell()).map(({ title }) => title)).toEqual(['The last backup is old'])
  await notifyByClock(shop, ofOrders, new Date('2026-11-22T08:30:00Z'))
  await backUp('2026-11-22T09:00:00Z')
  await notifyByClock(shop, ofOrders, new Date('2026-11-22T10:30:00Z'))
  expect(await told()).toEqual(['backup_old:2026-11-21', 'backup_old:2026-11-22'])
})

test('a backup that could not be restored rings once for each proof', async () => {
  const problem = 'Restored differently: public.orders'
  await setMark(shop.db, 'backup_proof', { file: 'shop.dump', tables: 40, rows: 1_000 })
  await notifyByClock(shop, ofOrders, new Date('2026-11-21T06:00:00Z'))
  expect(await told()).toEqual([])
  await setMark(shop.db, 'backup_proof', { file: 'shop.dump', problem })
  await notifyByClock(shop, ofOrders, new Date('2026-11-21T06:00:00Z'))
  await notifyByClock(shop, ofOrders, new Date('2026-11-21T06:01:00Z'))
  expect((await bell()).map(({ title, facts }) => [title, facts[1]?.value])).toEqual([
    ['A backup could not be restored', problem],
  ])
})
