import { expect, test } from 'vitest'
import type { CustomerOrder } from '#api/contract/orders/orders.ts'
import { findTurn } from '#api/rules/order-work/turn.ts'
import {
  countOpenQuestions,
  describeWork,
  findJustPaid,
  findLastPayment,
  hasContact,
  nameAnswerAction,
  nameTurn,
  pickRecent,
} from './order-work.ts'
import { countAnswered } from './questions-parts.tsx'

const order = (fields: Partial<CustomerOrder> = {}) =>
  ({
    id: 1,
    status: 'pending',
    paymentStatus: 'paid',
    paidAt: '2026-11-20T09:00:00.000Z',
    questions: { asked: 5, answered: 5, requiredOpen: 0 },
    workState: null,
    blockedBy: null,
    ...fields,
    turn:
      fields.turn ??
      findTurn({
        status: fields.status ?? 'pending',
        paymentStatus: fields.paymentStatus ?? 'paid',
        workState: fields.workState ?? null,
        awaitsAnswers: (fields.questions?.requiredOpen ?? 0) > 0,
        refundState: null,
        isBlocked: Boolean(fields.blockedBy),
      }),
  }) as CustomerOrder
const waiting = order({ questions: { asked: 5, answered: 2, requiredOpen: 1 } })
const ids = (orders: CustomerOrder[]) => orders.map(({ id }) => id)

test('what waits for answers stands first, then other work to come, then the newest', () => {
  const orders = [
    order({ id: 5, status: 'completed' }),
    order({ id: 4, status: 'processing' }),
    order({ id: 3, status: 'cancelled', questions: waiting.questions }),
    { ...waiting, id: 2 },
    order({ id: 6, status: 'processing', workState: 'delivered' }),
    order({ id: 1, status: 'pending', paymentStatus: 'refunded' }),
  ]
  expect(ids(pickRecent(orders, 3))).toEqual([2, 6, 4])
})

test('somebody of the team without an order is not told to buy one', () => {
  expect(describeWork([])).toBe('Choose a package to get started.')
  expect(describeWork([], true)).toBe('')
})

test('an order of which an instalment is due stands first, and the overview says so', () => {
  const instalments = [{ state: 'paid' }, { state: 'due' }] as CustomerOrder['instalments']
  const toPay = order({
    id: 9,
    status: 'completed',
    paymentStatus: 'instalment_paid',
    ...(instalments && { instalments }),
  })
  expect(ids(pickRecent([waiting, toPay], 2))).toEqual([9, 1])
  expect(describeWork([toPay])).toBe('A payment is due.')
  expect(describeWork([toPay, toPay, order()])).toBe('1 order under way. 2 payments are due.')
  expect(describeWork([{ ...toPay, paymentStatus: 'refunded' }])).toBe('Nothing is under way right now.')
})

test('the overview opens with what waits for its customer', () => {
  expect(describeWork([order()])).toBe('1 order under way. Nothing is needed from you right now.')
  expect(describeWork([waiting])).toBe('1 order under way, waiting for your answers.')
  expect(describeWork([waiting, order()])).toBe('2 orders under way. 1 is waiting for your answers.')
  const toCheck = order({ workState: 'delivered' })
  expect(describeWork([toCheck])).toBe('1 order under way, waiting for you to check it.')
  expect(describeWork([toCheck, waiting])).toBe('2 orders under way. 2 are waiting for you.')
  expect(describeWork([order({ status: 'completed' })])).toBe('Nothing is under way right now.')
})

test('an order that the team is blocked on is counted and named, and so is an offer for a refund', () => {
  const blocked = order({ status: 'processing', blockedBy: 'Rohan' })
  const offered = order({ status: 'completed', turn: 'answer_refund' })
  expect(nameTurn(blocked)).toBe('Reply to Rohan')
  expect(nameTurn(offered)).toBe('Respond to our offer')
  expect(nameTurn(order({ workState: 'delivered' }))).toBe('Check the delivery')
  expect(nameTurn(order())).toBeUndefined()
  expect(describeWork([blocked, order({ status: 'completed' })])).toBe('1 order under way, waiting for you.')
  expect(describeWork([blocked, waiting, order({ workState: 'delivered' })])).toBe(
    '3 orders under way. 3 are waiting for you.',
  )
  expect(describeWork([offered])).toBe('1 is waiting for you.')
  expect(ids(pickRecent([order({ id: 3 }), { ...blocked, id: 2 }, { ...offered, id: 1 }], 2))).toEqual([2, 1])
})

test('where a payment is due, what else waits is said, too', () => {
  const instalments = [{ state: 'due' }] as CustomerOrder['instalments']
  const toPay = order({
    paymentStatus: 'instalment_paid',
    status: 'completed',
    ...(instalments && { instalments }),
  })
  expect(describeWork([toPay, waiting])).toBe(
    '1 order under way. A payment is due. 1 is waiting for your answers.',
  )
})

test('the button to answer says what is missing: the required questions first', () => {
  expect(nameAnswerAction(waiting)).toBe('Answer 1 required question')
  expect(nameAnswerAction(order({ questions: { asked: 5, answered: 2, requiredOpen: 0 } }))).toBe(
    'Answer 3 optional questions',
  )
  expect(countOpenQuestions(order())).toBe(0)
})

test('a payment is confirmed for half an hour, of several the last one', () => {
  const first = order({ id: 1 })
  const second = order({ id: 2, paidAt: '2026-11-20T09:10:00.000Z' })
  const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`)
  expect(findJustPaid([second, first], at('09:11'))?.id).toBe(2)
  expect(findJustPaid([first], at('09:29'))?.id).toBe(1)
  expect(findJustPaid([first], at('09:30'))).toBeUndefined()
})

test('what was refunded, cancelled, delivered or finished meanwhile is not confirmed', () => {
  const now = new Date('2026-11-20T09:01:00.000Z')
  for (const fields of [
    { paymentStatus: 'refunded' },
    { status: 'cancelled' },
    { status: 'completed' },
    { workState: 'delivered' },
  ]) {
    expect(findJustPaid([order(fields as Partial<CustomerOrder>)], now)).toBeUndefined()
  }
})

test('no payment is confirmed once the order is cancelled', () => {
  const now = new Date('2026-11-20T09:01:00.000Z')
  expect(findLastPayment(order({ amount: '49.00' }), now)).toMatchObject({ amount: '49.00' })
  expect(findLastPayment(order({ amount: '49.00', status: 'cancelled' }), now)).toBeUndefined()
})

test('nobody is promised as a contact for work that nobody will do', () => {
  const rohan = { firstName: 'Rohan', lastName: 'Shekhawat', role: 'Lead Engineer' }
  expect(hasContact(order({ contacts: [] }))).toBe(true)
  expect(hasContact(order({ status: 'completed', contacts: [rohan] }))).toBe(true)
  expect(hasContact(order({ status: 'completed', contacts: [] }))).toBe(false)
  expect(hasContact(order({ status: 'cancelled', contacts: [rohan] }))).toBe(false)
})

const questions = [1, 2, 3, 4, 5].map((id) => ({ id, required: id < 4 }))

test('counts what has text, whichever question it answers', () => {
  const texts = { 1: 'a', 2: 'b', 4: 'd', 5: 'e', 99: 'of another package' }
  expect(countAnswered(questions, texts)).toEqual({ asked: 5, answered: 4, requiredOpen: 1 })
})

test('blanks are no answer', () => {
  expect(countAnswered(questions, { 1: ' ', 4: '' })).toEqual({ asked: 5, answered: 0, requiredOpen: 3 })
})
