/** Each test is named after the abuse that a rule prevents, or after something people may do. */
import { beforeEach, describe, expect, test } from 'vitest'
import { readSnapshot } from '#api/catalogue/publishing/snapshot.ts'
import type { Review as PublicReview } from '#api/contract/catalogue/catalogue.ts'
import type { AdminReview, OrderReview } from '#api/contract/orders/reviews.ts'
import { fetchList, type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { expectRefused, expectResponse } from '#api/testing/responses.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import type { Order } from '#db/models/orders/order.ts'
import { Review } from '#db/models/orders/review.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertPaidOrder, insertReview } from '#db/testing/builders.ts'
import { runReviewClock } from './jobs.ts'
import { REVIEW_MAILS } from './mails.ts'

const shop = openTestApp({ hasProcessRole: true })
const BODY = { rating: 4, comment: 'Delivered a day early.', naming: 'initial' }

let ada: SignedIn
let grace: SignedIn
let order: Order

beforeEach(async () => {
  ada = await signInAsAdmin(shop)
  const name = { firstName: 'Grace', lastName: 'Holm', company: 'Holm & Sons', jobTitle: 'Director' }
  grace = await signInAs(shop, { ...name, email: 'grace@example.com', emailVerifiedAt: new Date() })
  order = await insertPaidOrder(shop.db, { userId: grace.user.id, status: 'processing' })
  await setStatus('completed')
})

const setStatus = (status: string) =>
  ada.browser.call('PATCH', `/api/admin/orders/${order.id}/status`, { status })
const path = (id = order.id) => `/api/orders/${id}/review`
const write = (body: object = {}, by = grace.browser, id = order.id) =>
  by.call('PUT', path(id), { ...BODY, ...body })
const withdraw = (by = grace.browser) => by.call('DELETE', path())
const readOwn = async (by = grace.browser) => (await by.get(path())).json<OrderReview>()
const findReview = () => Review.query(shop.db).findOne({ orderId: order.id }).throwIfNotFound()
const act = async (what: string, body: object, by = ada.browser) => {
  const { id, version } = await findReview()
  return by.post(`/api/admin/reviews/${id}/${what}`, { version, ...body })
}
const show = () => act('decision', { decision: 'show' })
const hide = (reason = 'insult') => act('decision', { decision: 'hide', reason })
const listPublic = async () =>
  (await shop.app.inject(`/api/packages/${order.packageId}/reviews`)).json<PublicReview[]>()
const listAll = async (query = '') =>
  (await fetchList<AdminReview>(ada.browser, `/api/admin/reviews${query}`)).rows
const changeOrder = (fields: object) => shop.db('orders').where({ id: order.id }).update(fields)
const changeGrace = (fields: object) => shop.db('users').where({ id: grace.user.id }).update(fields)
/** A review of before there were orders here. */
const insertImported = (fields: object) =>
  Review.query(shop.db).insert({ customerName: 'Ole', packageId: order.packageId, ...fields })

/** Moves everything so many days into the past. */
async function pass(days: number): Promise<void> {
  const earlier = (column: string) => shop.db.raw('?? - make_interval(days => ?)', [column, days])
  await shop.db('orders').update({ completedAt: earlier('completed_at') })
  await shop.db('reviews').update({ createdAt: earlier('created_at'), appearsAt: earlier('appears_at') })
}

const runClock = () => runReviewClock(shop, expect.fail)

const listAsked = async () => (await OutboxMessage.query(shop.db).where({ kind: 'review_request' })).length

describe('a review', () => {
  test('is shown after an admin’s look, with the name that was chosen and the badge', async () => {
    const names = [
      { naming: 'full', name: 'Grace Holm, Director, Holm & Sons' },
      { naming: 'initial', name: 'Grace H.' },
      { naming: 'company', name: 'Holm & Sons' },
    ]
    expect(await readOwn()).toMatchObject({ canWrite: true, review: null, names })
    expect((await write()).json()).toMatchObject({ review: { state: 'waiting', customerName: 'Grace H.' } })
    expect(await listPublic()).toEqual([])
    const operations = (await ada.browser.get('/api/admin/operations')).json()
    expect(operations.waitingReviews).toBe(1)
    expect((await show()).json()).toMatchObject({ state: 'shown', order: { id: order.id } })
    const shown = { customerName: 'Grace H.', customerCompany: '', rating: 4, badge: 'verified', reply: '' }
    expect(await listPublic()).toMatchObject([shown])
    await write({ naming: 'full' })
    await show()
    expect(await listPublic()).toMatchObject([{ customerName: 'Grace Holm', isCompany: false }])
    await write({ naming: 'company' })
    await show()
    const company = { customerName: 'Holm & Sons', customerCompany: '', isCompany: true }
    expect(await listPublic()).toMatchObject([company])
  })

  test('appears by itself after three days, once', async () => {
    await write()
    await pass(2)
    await runClock()
    expect(await listPublic()).toEqual([])
    await pass(1)
    await Promise.all([runClock(), runClock()])
    expect(await listPublic()).toHaveLength(1)
    expect(await findReview()).toMatchObject({ state: 'shown', version: 2, appearsAt: null })
  })

  test('counts in average, structured data and list while it is shown, and in none while it is not', async () => {
    await insertImported({ rating: 1, comment: 'Slow.' })
    const read = async () => {
      const { packages, reviews } = await readSnapshot(shop.db)
      const item = packages.find(({ id }) => id === order.packageId)
      const listed = reviews[order.packageId] ?? []
      expect(item?.reviewSummary.count).toBe(listed.length)
      return [item?.reviewSummary.average, ...listed.map(({ badge }) => badge)]
    }
    await write()
    expect(await read()).toEqual([1, 'imported'])
    await show()
    expect(await read()).toEqual([2.5, 'verified', 'imported'])
    await hide()
    expect(await read()).toEqual([1, 'imported'])
    await show()
    await withdraw()
    expect(await read()).toEqual([1, 'imported'])
  })

  test('broadcasts a change of the catalogue when it is shown, and not that an order without one was refunded', async () => {
    const heard: string[] = []
    const listener = await shop.db.client.acquireRawConnection()
    listener.on('notification', ({ channel }: { channel: string }) => heard.push(channel))
    await listener.query('LISTEN catalogue_changed')
    try {
      await changeOrder({ paymentStatus: 'refunded' })
      await changeOrder({ paymentStatus: 'paid' })
      await shop.db.raw(`NOTIFY catalogue_changed, 'so far'`)
      await expect.poll(() => heard.length).toBe(1)
      await write()
      await expect.poll(() => heard.length).toBe(2)
      await show()
      await expect.poll(() => heard.length).toBe(3)
    } finally {
      await listener.end()
    }
  })
})

describe('nobody reviews', () => {
  test.each<Partial<Order>>([
    { status: 'processing' },
    { status: 'cancelled' },
    { amountCents: 0, discountCents: 129_900 },
    { paymentStatus: 'refunded' },
    { completedAt: null },
    { completedAt: new Date(Date.now() - 366 * 86_400_000) },
  ])('an order with %o', async (fields) => {
    await changeOrder(fields)
    expectRefused(await write(), 'not_reviewable')
    expect(await readOwn()).toMatchObject({ canWrite: false })
  })

  test('twice: what is written again is an edit', async () => {
    for (const written of await Promise.all([write(), write({ rating: 1 })])) expectResponse(written, 200)
    expect(await Review.query(shop.db)).toHaveLength(1)
    const second = insertReview(shop.db, { orderId: order.id, packageId: order.packageId })
    await expect(second).rejects.toThrow('unique')
  })

  test('who works here, also as a customer', async () => {
    for (const right of ['isStaff', 'isAdmin']) {
      await changeGrace({ [right]: true })
      expectRefused(await write(), 'team_review')
      await changeGrace({ [right]: false })
    }
    expectResponse(await write(), 200)
  })

  test('under a name that the order does not say', async () => {
    const guest = { ...order.buyer, company: 'Guest Purchase', lastName: '' }
    await changeOrder({ buyer: JSON.stringify(guest) })
    expect((await readOwn()).names).toEqual([{ naming: 'full', name: 'Grace, Director' }])
    for (const naming of ['company', 'initial', 'Mother Teresa']) expectResponse(await write({ naming }), 400)
    expectResponse(await write({ naming: 'full', customerName: 'Mother Teresa' }), 200)
    expect(await findReview()).toMatchObject({ customerName: 'Grace' })
  })

  test('with other than 1 to 5 stars, without words or with too many', async () => {
    for (const rating of [0, 6, 4.5]) expectResponse(await write({ rating }), 400)
    for (const comment of [' ', 'a'.repeat(2001)]) expectResponse(await write({ comment }), 400)
  })
})

describe('an edit', () => {
  test('waits anew, and loses the reply to what it was', async () => {
    await write()
    await show()
    await act('reply', { text: 'Thank you!' })
    expect(await listPublic()).toMatchObject([{ reply: 'Thank you!' }])
    await write({ rating: 1, comment: 'Buy at spam.example' })
    expect(await listPublic()).toEqual([])
    expect(await findReview()).toMatchObject({ state: 'waiting', rating: 1, reply: '', repliedAt: null })
  })

  test('after 14 days is refused, and withdrawing is not', async () => {
    await write()
    await pass(13)
    expectResponse(await write({ rating: 5 }), 200)
    await pass(1)
    expectRefused(await write({ rating: 1 }), 'review_closed')
    expect(await readOwn()).toMatchObject({ canWrite: false, review: { rating: 5 } })
    expectResponse(await withdraw(), 200)
  })

  test('of a hidden review does not bring it back by itself', async () => {
    await write()
    await hide()
    await write({ comment: 'The same, in other words.' })
    await write({ comment: 'And once more.' })
    await pass(13)
    await runClock()
    expect(await findReview()).toMatchObject({ state: 'waiting', appearsAt: null })
    expect((await show()).statusCode).toBe(200)
  })

  test('between an admin’s look and their click is not shown by that click', async () => {
    await write()
    const { id, version } = await findReview()
    await write({ comment: 'Something else' })
    const decision = { version, decision: 'show' }
    expectRefused(await ada.browser.post(`/api/admin/reviews/${id}/decision`, decision), 'review_changed')
    expect(await listPublic()).toEqual([])
  })
})

test('a review that is withdrawn leaves no text, and neither comes back nor is written anew', async () => {
  await write({ naming: 'full' })
  await show()
  expect((await withdraw()).json()).toMatchObject({ canWrite: false, review: { state: 'withdrawn' } })
  expect(await listPublic()).toEqual([])
  const row = JSON.stringify(await findReview())
  expect(row).not.toMatch(/Holm|early|Director/)
  expectRefused(await write(), 'review_withdrawn')
  expectRefused(await show(), 'review_changed')
  expect((await withdraw()).statusCode).toBe(200)
})

describe('the team', () => {
  test('hides for a reason of the list alone, and the customer sees it', async () => {
    await write({ rating: 1 })
    await show()
    for (const body of [{}, { reason: 'one star' }, { reason: '' }])
      expectResponse(await act('decision', { decision: 'hide', ...body }), 400)
    expect((await hide('off_topic')).json()).toMatchObject({ state: 'hidden', hiddenReason: 'off_topic' })
    expect(await listPublic()).toEqual([])
    expect(await readOwn()).toMatchObject({ review: { state: 'hidden', hiddenReason: 'off_topic' } })
    const logged = await AuditEntry.query(shop.db).where({ subject: 'review' }).orderBy('id')
    expect(logged.at(-1)?.changes).toEqual([
      { field: 'status', from: 'shown', to: 'hidden' },
      { field: 'hiddenReason', from: null, to: 'off_topic' },
    ])
  })

  test('answers once, and only what is shown', async () => {
    await write()
    expectRefused(await act('reply', { text: 'Thank you!' }), 'not_shown')
    await show()
    expect((await act('reply', { text: 'Thank you!' })).json()).toMatchObject({ reply: 'Thank you!' })
    expectRefused(await act('reply', { text: 'One more thing' }), 'answered')
    expect(await readOwn()).toMatchObject({ review: { reply: 'Thank you!' } })
  })

  test('does not change stars or words', async () => {
    await write()
    await act('decision', { decision: 'show', rating: 5, comment: 'Great!' })
    await act('reply', { text: 'Thank you!', rating: 5, comment: 'Great!' })
    expect(await findReview()).toMatchObject({ rating: 4, comment: BODY.comment })
  })

  test('decides nothing about the own review', async () => {
    await write()
    await changeGrace({ isAdmin: true })
    expectRefused(await act('decision', { decision: 'show' }, grace.browser), 'own_review')
  })

  test('finds reviews by state and words', async () => {
    await write({ comment: 'Delivered a day early' })
    await insertImported({ rating: 3, comment: 'Fine.' })
    expect(await listAll()).toMatchObject([{ badge: 'imported', order: null }, { badge: 'verified' }])
    expect(await listAll('?state=waiting')).toMatchObject([{ packageName: order.packageName }])
    expect(await listAll(`?q=${order.invoiceNumber}`)).toHaveLength(1)
    expect(await listAll('?q=day+early')).toHaveLength(1)
    expect(await listAll('?q=nothing')).toEqual([])
  })
})

test('a refund after a review takes its badge and marks it for the team', async () => {
  await write()
  await show()
  await changeOrder({ paymentStatus: 'refunded' })
  expect(await listPublic()).toMatchObject([{ badge: null }])
  expect(await listAll()).toMatchObject([{ isRefunded: true, badge: null }])
  expectRefused(await write({ rating: 1 }), 'not_reviewable')
})

test('after an erasure nothing waits, and what is shown has no name', async () => {
  await write({ naming: 'full' })
  await show()
  const other = await insertPaidOrder(shop.db, { userId: grace.user.id, status: 'completed' })
  await insertReview(shop.db, { orderId: other.id, packageId: other.packageId })
  // An order by somebody else with the same name, for the same package.
  const { id: orderId, packageId } = await insertPaidOrder(shop.db, { packageId: order.packageId })
  await insertReview(shop.db, { orderId, packageId, state: 'shown', customerName: 'Grace Holm' })
  const erased = await grace.browser.post('/api/user/erasure', { currentPassword: 'a-fine-secret' })
  expect(erased.statusCode).toBeLessThan(300)
  const former = { customerName: 'Former customer', customerRole: '', customerCompany: '' }
  expect(await findReview()).toMatchObject({ ...former, state: 'shown', comment: BODY.comment })
  const gone = await Review.query(shop.db).findOne({ orderId: other.id })
  expect(gone).toMatchObject({ ...former, state: 'withdrawn', comment: '' })
  expect(await Review.query(shop.db).findOne({ orderId })).toMatchObject({ customerName: 'Grace Holm' })
  expectResponse(await write(), 401)
})

describe('a customer is asked', () => {
  test('a week after completion, once, whoever runs the clock', async () => {
    await pass(6)
    await runClock()
    expect(await listAsked()).toBe(0)
    await pass(1)
    await Promise.all([runClock(), runClock()])
    await runClock()
    expect(await listAsked()).toBe(1)
    await setStatus('processing')
    await setStatus('completed')
    await pass(8)
    await runClock()
    expect(await listAsked()).toBe(1)
  })

  test.each<[string, () => PromiseLike<unknown>]>([
    ['of before', () => changeOrder({ completedAt: null })],
    ['that was free', () => changeOrder({ amountCents: 0, discountCents: order.originalCents })],
    ['that was refunded', () => changeOrder({ paymentStatus: 'refunded' })],
    ['in work again', () => changeOrder({ status: 'processing' })],
    ['that was cancelled', () => changeOrder({ status: 'cancelled' })],
    ['of somebody who works here', () => changeGrace({ isStaff: true })],
    ['that is reviewed', () => write()],
  ])('about no order %s', async (_what, change) => {
    await pass(8)
    await change()
    await runClock()
    expect(await listAsked()).toBe(0)
  })

  test('no more when the mail is written and the order was refunded or reviewed meanwhile', async () => {
    const context = { services: shop, outboxId: 1, messageId: 'a' }
    const writeMail = () => REVIEW_MAILS.review_request.write({ orderId: order.id }, context)
    expect((await writeMail()).subject).toContain(order.packageName)
    await write()
    await expect(writeMail()).rejects.toThrow('can no longer be reviewed')
  })
})
