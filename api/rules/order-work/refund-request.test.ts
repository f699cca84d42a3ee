import { expect, test } from 'vitest'
import { money } from '#api/rules/money/money.ts'
import { canCancel, findRefundCase, listRefundItems, workOutRefund } from './refund-request.ts'

const usd = (cents: number) => money(cents, 'USD')
const ALL = usd(120_000)
/** The example in the refund policy. */
const EXAMPLE = {
  paid: usd(120_000),
  price: usd(120_000),
  earlier: usd(0),
  stages: 6,
  stagesDone: 2,
  costs: usd(0),
}

test('a part is what was paid, less the stages done, less costs: the example of the policy', () => {
  expect(workOutRefund(EXAMPLE, ALL)).toEqual(usd(80_000))
  expect(workOutRefund({ ...EXAMPLE, costs: usd(5_000) }, ALL)).toEqual(usd(75_000))
  expect(workOutRefund({ ...EXAMPLE, earlier: usd(100_000) }, ALL)).toEqual(usd(0))
})

test('of an order in instalments the work done is a share of its price, and what was paid exceeds it or not', () => {
  const half = { ...EXAMPLE, paid: usd(60_000) }
  expect(workOutRefund(half, ALL)).toEqual(usd(20_000))
  expect(workOutRefund({ ...half, stagesDone: 3 }, ALL)).toEqual(usd(0))
  expect(workOutRefund({ ...half, stagesDone: 0 }, ALL)).toEqual(usd(60_000))
})

test('its items add up to what goes back, whatever an admin sets', () => {
  for (const cents of [0, 1, 79_999, 80_000, 120_000]) {
    const items = listRefundItems(
      { ...EXAMPLE, costs: usd(333), earlier: usd(200), stages: 7 },
      usd(cents),
      ALL,
    )
    expect(items.slice(0, -1).reduce((sum, item) => sum + item.amount.minor, 0)).toBe(cents)
    expect(items.at(-1)).toEqual({ label: 'Refund', amount: usd(cents) })
  }
  expect(listRefundItems(EXAMPLE, usd(80_000), ALL).map(({ label }) => label)).not.toContain('Set by us')
  const whole = { ...EXAMPLE, stages: 1, stagesDone: 1 }
  expect(listRefundItems(whole, usd(0), ALL).map(({ label }) => label)).toContain('Work done')
})

test('no more is proposed than was asked for, and its items say so', () => {
  const asked = usd(30_000)
  expect(workOutRefund(EXAMPLE, asked)).toEqual(asked)
  expect(workOutRefund({ ...EXAMPLE, stagesDone: 5 }, asked)).toEqual(usd(20_000))
  expect(listRefundItems(EXAMPLE, asked, asked)).toContainEqual({
    label: 'Not requested',
    amount: usd(-50_000),
  })
  const less = listRefundItems(EXAMPLE, usd(20_000), asked)
  expect(less).toContainEqual({ label: 'Set by us', amount: usd(-60_000) })
})

test('an order can be cancelled until 48 hours after its payment, while it is open and not started', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const order = {
    ...({ status: 'pending', paymentStatus: 'paid', hasWorkStarted: false, isDelivered: false } as const),
    paidAt: new Date('2026-11-23T12:00:00.001Z'),
  }
  expect(canCancel(order, now)).toBe(true)
  expect(canCancel({ ...order, paidAt: new Date('2026-11-23T12:00:00Z') }, now)).toBe(false)
  expect(canCancel({ ...order, hasWorkStarted: true }, now)).toBe(false)
  expect(canCancel({ ...order, status: 'cancelled' }, now)).toBe(false)
  expect(canCancel({ ...order, paymentStatus: 'refunded' }, now)).toBe(false)
  expect(findRefundCase(order, now)).toBe('cancel')
  expect(findRefundCase({ ...order, hasWorkStarted: true }, now)).toBe('started')
  expect(findRefundCase({ ...order, paidAt: null }, now)).toBe('unstarted')
})
