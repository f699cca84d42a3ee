/** A new promised date: who may set it, which dates are allowed, and against which one lateness counts. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { calendar } from '#api/content/content.ts'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import type { OrderWork } from '#api/contract/orders/deliveries.ts'
import { countLate } from '#api/orders/order/attention.ts'
import { settleWait } from '#api/orders/order/waits.ts'
import { addWorkingDays, dayOf } from '#api/rules/business-calendar.ts'
import { fetchList, openOrder, type SignedIn } from '#api/testing/back-office.ts'
import { expectRefused, expectResponse } from '#api/testing/responses.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { type Order, OrderEvent } from '#db/models/orders/order.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { DELIVERY_MAILS } from './mails.ts'

const DAY_MS = 24 * 3_600_000
const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })

let admin: SignedIn
let sam: SignedIn
let grace: SignedIn
let order: Order

const ago = (days: number) => new Date(Date.now() - days * DAY_MS)

beforeEach(async () => {
  ;({ admin, sam, grace, order } = await openOrder(shop, { deliveryDays: 8, promisedAt: ago(7) }))
})

afterEach(() => vi.useRealTimers())

const inDays = (days: number) => addWorkingDays(new Date(), days, calendar)
const set = (at: Date | string, by = sam, reason = 'A colleague is ill.') =>
  by.browser.post(`/api/orders/${order.id}/promised-date`, {
    day: typeof at === 'string' ? at : dayOf(at, calendar),
    reason,
  })
const read = async () =>
  (await grace.browser.get(`/api/orders/${order.id}/work`)).json<OrderWork>().work.dates
const isOverdue = async () =>
  (await fetchList<ListedOrder>(admin.browser, '/api/admin/orders?attention=overdue')).total === 1

describe('a new promised date', () => {
  test('stands beside the first one for everybody, with its reason, a mail and an entry in the history', async () => {
    expect(await isOverdue()).toBe(true)
    const day = inDays(3)
    expectResponse(await set(day), 200)
    const dates = await read()
    expect(dates).toMatchObject({
      promisedBy: day.toISOString(),
      firstPromisedBy: order.promisedAt?.toISOString(),
      changes: [{ reason: 'A colleague is ill.', by: { firstName: 'Sam' }, to: day.toISOString() }],
    })
    const both = { promisedBy: dates.promisedBy, firstPromisedBy: dates.firstPromisedBy }
    expect((await admin.browser.get('/api/admin/orders')).json()).toMatchObject([both])
    expect((await grace.browser.get('/api/orders')).json()).toMatchObject([both])
    const [mail] = await OutboxMessage.query(shop.db)
    expect(mail).toMatchObject({ kind: 'date_moved', payload: { orderId: order.id } })
    const context = { services: shop, outboxId: 1, messageId: 'm' }
    const payload = mail?.payload as { orderId: number; dateId: number }
    const written = await DELIVERY_MAILS.date_moved.write(payload, context)
    expect(JSON.stringify(written.blocks)).toContain('A colleague is ill.')
    const [entry] = await OrderEvent.query(shop.db).where({ orderId: order.id, kind: 'note' })
    expect(entry).toMatchObject({ actorKind: 'staff', note: expect.stringContaining('New promised date') })
  })

  test('takes the order from what needs attention, and the order still counts as late by the first', async () => {
    expect(await countLate(shop.db, new Date())).toBe(1)
    await set(inDays(3))
    expect(await isOverdue()).toBe(false)
    expect(await countLate(shop.db, new Date())).toBe(1)
    expect((await read()).late).toMatchObject({ days: expect.any(Number), isByHalf: expect.any(Boolean) })
    await set(inDays(5), admin)
    expect(await read()).toMatchObject({ firstPromisedBy: order.promisedAt?.toISOString() })
  })

  test('moves with the first one while the date stands still', async () => {
    const [promisedAt, firstPromisedAt] = [new Date('2026-12-03T12:30:00Z'), new Date('2026-12-01T12:30:00Z')]
    const wait = { waitingFor: 'question', waitingSince: new Date('2026-11-23T10:00:00Z') } as const
    await order.$query(shop.db).patch({ promisedAt, firstPromisedAt, ...wait })
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T10:00:00Z') })
    await shop.db.transaction((trx) => settleWait(trx, order.id))
    expect(await order.$query(shop.db)).toMatchObject({
      promisedAt: new Date('2026-12-07T12:30:00Z'),
      firstPromisedAt: new Date('2026-12-03T12:30:00Z'),
      waitedDays: 2,
    })
  })

  test('is a later business day, with a reason, of an order in work whose date runs', async () => {
    const day = inDays(3)
    await set(day)
    const sunday = '2099-12-06'
    const refused = [await set(day), await set(inDays(2)), await set('2020-12-01'), await set(sunday)]
    refused.push(await set(inDays(5), sam, ' '))
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400])
    await order.$query(shop.db).patch({ waitingFor: 'refund_request', waitingSince: new Date() })
    expectRefused(await set(inDays(5)), 'date_waits')
    await order.$query(shop.db).patch({ status: 'completed' })
    expectRefused(await set(inDays(5)), 'order_closed')
  })
})

describe('a late order', () => {
  test('offers the money back from more than half of its delivery time on', async () => {
    // Half of a delivery time of eight days is four days.
    const lateSince = async (days: number) => {
      await order.$query(shop.db).patch({ promisedAt: new Date(ago(days).getTime() - 60_000) })
      return (await read()).late
    }
    expect(await lateSince(0)).toMatchObject({ isByHalf: false })
    const found = await lateSince(12)
    expect(found?.isByHalf).toBe(true)
    await order.$query(shop.db).patch({ deliveryDays: (found?.days ?? 0) * 2 })
    expect((await read()).late?.isByHalf).toBe(false)
  })

  test('is none that waits since before its date, is to come, or is over', async () => {
    await order.$query(shop.db).patch({ waitingFor: 'refund_request', waitingSince: ago(8) })
    expect((await read()).late).toBeNull()
    await order.$query(shop.db).patch({ waitingFor: null, waitingSince: null })
    expect((await read()).late).not.toBeNull()
    await order.$query(shop.db).patch({ status: 'completed' })
    expect((await read()).late).toBeNull()
  })
})
