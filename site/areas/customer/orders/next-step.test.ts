import { expect, test } from 'vitest'
import type { DeliveryRequest, Work } from '#api/contract/orders/deliveries.ts'
import type { OrderDetail } from '#api/contract/orders/orders.ts'
import { findTurn } from '#api/rules/order-work/turn.ts'
import { isCustomersTurn, TURNS } from '#api/rules/order-work/turns.ts'
import { acceptanceEnd, describeNextStep } from './next-step.ts'

const WORK: Work = {
  state: null,
  acceptBy: null,
  endedBy: null,
  warrantyUntil: null,
  includedChanges: null,
  usedChanges: 0,
  requests: [],
  dates: {
    promisedBy: null,
    firstPromisedBy: null,
    late: null,
    waits: null,
    waitedDays: 0,
    replyBy: null,
    changes: [],
  },
}
const NOW = '2026-11-22T09:00:00.000Z'

const next = (
  status: OrderDetail['status'],
  answered: number,
  fields: Partial<OrderDetail> = {},
  now: string = NOW,
) =>
  describeNextStep(
    {
      status,
      refunds: [],
      currency: 'USD',
      questions: { asked: 5, answered, requiredOpen: answered < 5 ? 1 : 0 },
      timeline: [],
      work: WORK,
      contacts: [],
      ...fields,
      turn: fields.turn ?? turnOf(status, fields),
    },
    new Date(now),
  )

const turnOf = (status: OrderDetail['status'], fields: Partial<OrderDetail>) =>
  findTurn({
    status,
    paymentStatus: fields.paymentStatus ?? 'paid',
    workState: fields.work?.state ?? null,
    awaitsAnswers: fields.awaitsAnswers ?? false,
    refundState: null,
    isBlocked: false,
  })

test('open questions come first, while the work has not ended', () => {
  expect(next('pending', 4)).toMatchObject({ title: '4 of 5 questions answered', asksAnswers: true })
  expect(next('processing', 0)).toMatchObject({ title: '0 of 5 questions answered', asksAnswers: true })
})

test('once the required answers are in, the others are offered and no longer asked for', () => {
  const required = { questions: { asked: 5, answered: 3, requiredOpen: 0 } }
  const ready = { step: 'ready', at: '2026-11-20T09:00:00.000Z' } as const
  const started = { step: 'started', at: '2026-11-21T09:00:00.000Z' } as const
  expect(next('processing', 3, { ...required, timeline: [ready] })).toEqual({
    title: 'We have what we need to start',
    text: '2 optional questions are still open.',
    asksAnswers: true,
    isTheirs: false,
  })
  const one = { questions: { asked: 5, answered: 4, requiredOpen: 0 } }
  expect(next('processing', 4, { ...one, timeline: [ready, started] })).toMatchObject({
    title: 'We’re working on it',
    text: '1 optional question is still open.',
  })
  expect(next('processing', 3)).toMatchObject({ asksAnswers: true, isTheirs: true })
})

test('with every answer in, and where nothing is asked, the customer waits', () => {
  expect(next('pending', 5)).toMatchObject({ title: 'Nothing for you to do right now', asksAnswers: false })
  const nothingAsked = { questions: { asked: 0, answered: 0, requiredOpen: 0 } }
  expect(next('processing', 0, nothingAsked).title).toBe('We’re working on it')
})

test('a late order says so, by how much and what happens next, and never that nothing is to be done', () => {
  const late = { promisedBy: '2026-11-18T12:30:00.000Z', late: { days: 3, isByHalf: false } }
  const at = (dates: object, state: Work['state'] = null) =>
    next('processing', 5, { work: { ...WORK, state, dates: { ...WORK.dates, ...late, ...dates } } })
  expect(at({})).toMatchObject({
    title: '3 business days late',
    text: expect.stringMatching(/promised by 18 Nov 2026.*We’ll write to you with the reason and a new date/),
  })
  const moved = { firstPromisedBy: late.promisedBy, promisedBy: '2026-11-26T12:30:00.000Z' }
  expect(at(moved).text).toContain('promised by 18 Nov 2026. The new date is 26 Nov 2026')
  expect(at({ late: { days: 0, isByHalf: false } }).title).toBe('Less than a business day late')
})

test('a question that the team waits for comes before lateness, a refund before all else', () => {
  const work = { ...WORK, dates: { ...WORK.dates, late: { days: 1, isByHalf: false } } }
  expect(next('processing', 5, { work, turn: 'reply' }).title).toBe('We need your answer')
  const delivered = { ...work, state: 'delivered' as const }
  expect(next('processing', 5, { work: delivered, turn: 'decide_refund' }).title).toBe(
    'Nothing for you to do right now',
  )
  expect(next('processing', 5, { work: delivered, turn: 'answer_refund' }).title).toBe(
    'Please respond to our offer',
  )
})

test('the card is the customer’s exactly where it is their turn, and says one thing', () => {
  const TITLES: Record<OrderDetail['turn'], RegExp> = {
    over: /^This order was cancelled$/,
    answer_refund: /^Please respond to our offer$/,
    decide_refund: /^Nothing for you to do right now$/,
    done: /^The work is done$/,
    check: /^Delivered: please check it$/,
    reply: /^We need your answer$/,
    decide_change: /^You requested a change$/,
    answers: /^4 of 5 questions answered$/,
    rework: /^We’re working on it$/,
    work: /^We’re working on it$/,
  }
  const states: Partial<Record<OrderDetail['turn'], Work['state']>> = {
    check: 'delivered',
    decide_change: 'change_asked',
    rework: 'in_rework',
  }
  for (const turn of TURNS) {
    const status = turn === 'over' ? 'cancelled' : turn === 'done' ? 'completed' : 'processing'
    const state = states[turn] ?? (turn.endsWith('refund') || turn === 'reply' ? 'in_rework' : null)
    const step = next(status, turn === 'answers' ? 4 : 5, { turn, work: { ...WORK, state } })
    expect(step.title, turn).toMatch(TITLES[turn])
    expect(step.isTheirs, turn).toBe(isCustomersTurn(turn))
  }
})

test('an order in process by its answers alone waits for the team', () => {
  const ready = { step: 'ready', at: '2026-11-20T09:00:00.000Z' } as const
  const started = { step: 'started', at: '2026-11-21T09:00:00.000Z' } as const
  expect(next('processing', 5, { timeline: [ready] }).title).toBe('Nothing for you to do right now')
  expect(next('processing', 5, { timeline: [ready, started] }).title).toBe('We’re working on it')
})

test('an order that has ended asks for nothing, and mentions a refund', () => {
  expect(next('completed', 1)).toMatchObject({ title: 'The work is done', asksAnswers: false })
  expect(next('cancelled', 1)).toMatchObject({ title: 'This order was cancelled', asksAnswers: false })
})

test('a cancelled order says who cancelled it and where the money is', () => {
  const cancelled = { step: 'cancelled_in_time', at: NOW } as const
  const refund = { amount: '29.00', amountInr: null, at: NOW, bankReference: null } as const
  const back = { ...refund, status: 'processed' } as const
  expect(next('cancelled', 1, { timeline: [cancelled] })).toMatchObject({
    title: 'You cancelled this order',
    text: 'There will be no further work on it.',
  })
  const underway = [back, { ...refund, amount: '20.00', status: 'underway' }] as const
  expect(next('cancelled', 1, { timeline: [cancelled], refunds: [...underway] }).text).toBe(
    'Your $49.00 is on its way back to the card or account you paid with.',
  )
  expect(next('cancelled', 1, { refunds: [back, back] })).toMatchObject({
    title: 'This order was cancelled',
    text: 'We refunded $58.00 on 22 Nov 2026.',
  })
})

const ended = (work: Partial<Work>, now = NOW) =>
  next(
    'completed',
    5,
    {
      timeline: [{ step: 'completed', at: '2026-11-20T09:00:00.000Z' }],
      work: { ...WORK, warrantyUntil: '2026-12-20T09:00:00.000Z', ...work },
    },
    now,
  )

test('work that is done says who or what accepted it, and until when the warranty runs', () => {
  const warranty = 'Warranty until 20 Dec 2026.'
  expect(ended({ endedBy: 'customer' })).toMatchObject({
    title: 'Delivery accepted, thank you',
    text: warranty,
  })
  expect(ended({ endedBy: 'time' }).text).toContain('was accepted automatically')
  expect(ended({ endedBy: 'team' }).text).toBe(`Please test it by 27 Nov 2026. ${warranty}`)
  expect(ended({ endedBy: 'team' }, '2026-11-28T09:00:00.000Z').text).toBe(warranty)
  expect(ended({}, '2026-12-21T09:00:00.000Z').text).toContain('The warranty ended on 20 Dec 2026.')
})

test('a delivered order waits for its customer, whatever questions are open, and never says that work goes on', () => {
  const delivered = (fields: Partial<Work>) =>
    next('processing', 0, { work: { ...WORK, state: 'delivered', ...fields } })
  expect(delivered({ acceptBy: '2026-11-30T09:00:00.000Z' })).toMatchObject({
    title: 'Delivered: please check by 30 Nov 2026',
    asksAnswers: false,
  })
  expect(delivered({})).toMatchObject({
    title: 'Delivered: please check it',
    text: expect.stringContaining('It isn’t accepted automatically while a question or request is open'),
  })
  const declined = { outcome: 'declined', closedAt: NOW } as DeliveryRequest
  expect(delivered({ requests: [declined] }).text).toContain('We couldn’t make the change')
  for (const state of ['delivered', 'change_asked'] as const) {
    expect(JSON.stringify(delivered({ state }))).not.toMatch(/at work|starts next/)
  }
})

test('what the customer has said is with the team, a fault within the warranty with its own date', () => {
  const at = (state: Work['state'], requests: DeliveryRequest[] = []) =>
    next('processing', 5, { work: { ...WORK, state, requests } })
  expect(at('change_asked').text).toContain('You can still accept the delivery')
  expect(at('in_rework').title).toBe('We’re working on it')
  const fault = { kind: 'fault', closedAt: null, dueBy: '2026-12-02T12:30:00.000Z' } as DeliveryRequest
  expect(at('in_rework', [fault]).title).toBe('You reported a problem')
  expect(at('warranty', [fault])).toMatchObject({
    title: 'You reported a problem',
    text: expect.stringContaining('We’ll fix it by 2 Dec 2026'),
  })
})

test('an open request comes before lateness, which names no date that the check has moved', () => {
  const change = { kind: 'change', closedAt: null } as DeliveryRequest
  const dates = {
    ...WORK.dates,
    promisedBy: '2026-11-18T12:30:00.000Z',
    late: { days: 3, isByHalf: false },
  }
  const contact = { firstName: 'Amara', lastName: 'Okafor', role: '' }
  const at = (contacts: OrderDetail['contacts'], requests = [change]) =>
    next('processing', 5, { contacts, work: { ...WORK, state: 'in_rework', requests, dates } })
  expect(at([contact])).toMatchObject({
    title: 'You requested a change',
    text: 'Amara will deliver again. We’re sorry: it’s 3 business days late. It’s at the top of our list. We’ll write to you with the reason and a new date.',
  })
  expect(at([contact, contact]).text).toMatch(/^Our team will deliver again/)
  expect(at([], [{ ...change, closedAt: NOW }]).title).toBe('We’re working on it')
})

test('the day to test by is one of the company, wherever it is read', () => {
  // Past midnight in India, so the 21st there.
  expect(acceptanceEnd(new Date('2026-11-20T20:00:00.000Z'))).toBe('28 Nov 2026')
})
