/** The state of an order's work, and what it needs from the customer. */

import { calendar } from 'virtual:content'
import type { CustomerOrder, Order } from '#api/contract/orders/orders.ts'
import { findDueInstalment } from '#api/rules/money/instalments.ts'
import { expectDate, type WaitKind } from '#api/rules/order-work/promised-date.ts'
import { isCustomersTurn, type Turn } from '#api/rules/order-work/turns.ts'
import { hasPayment, isInWork, ORDER_STATUS } from '#api/rules/orders.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { computePromisedDate, countDays, formatPromise } from '#site/kit/format/promised-date.ts'

type Asked = Pick<CustomerOrder, 'questions'>

const CONFIRMED_FOR_MS = 30 * 60_000
/** The turns of an order before anything is delivered. */
const CONFIRMED: readonly Turn[] = ['reply', 'answers', 'work']

/** Whether to show contacts: during the work, and afterwards while the API names some, which it does during the warranty. */
export function hasContact(order: Pick<CustomerOrder, 'status' | 'paymentStatus' | 'contacts'>): boolean {
  return isInWork(order) || (ORDER_STATUS[order.status].isDone && order.contacts.length > 0)
}

/**
 * The order that the dashboard confirms: the latest one paid in the last half hour whose work is still to come. Depends only on
 * the orders, so a reload or another tab shows the same.
 */
export function findJustPaid(orders: readonly CustomerOrder[], now: Date): CustomerOrder | undefined {
  return orders
    .filter(({ turn }) => CONFIRMED.includes(turn))
    .filter(({ paidAt }) => paidAt !== null && now.getTime() - Date.parse(paidAt) < CONFIRMED_FOR_MS)
    .sort((a, b) => Date.parse(b.paidAt ?? '') - Date.parse(a.paidAt ?? ''))[0]
}

/** The last payment of an order, if it is under half an hour old. @returns undefined if there is none, it was refunded, or the order was cancelled */
export function findLastPayment(
  {
    instalments,
    amount,
    paidAt,
    paymentStatus,
    status,
  }: Pick<CustomerOrder, 'instalments' | 'amount' | 'paidAt' | 'paymentStatus' | 'status'>,
  now: Date,
): { amount: string; label?: string } | undefined {
  const payments: { amount: string; paidAt: string | null; label?: string }[] = instalments ?? [
    { amount, paidAt },
  ]
  const at = (one: { paidAt: string | null }) => Date.parse(one.paidAt ?? '') || 0
  const last = [...payments].sort((a, b) => at(b) - at(a))[0]
  const isRecent = last && now.getTime() - at(last) < CONFIRMED_FOR_MS
  return isRecent && hasPayment({ paymentStatus }) && !ORDER_STATUS[status].isCancelled ? last : undefined
}

export function countOpenQuestions({ questions: { asked, answered } }: Asked): number {
  return asked - answered
}

/** The open questions: the required ones or, if none is left, the optional ones. @example '2 required questions' */
export function describeMissing({ asked, answered, requiredOpen }: Asked['questions']): string {
  return requiredOpen > 0
    ? formatCount(requiredOpen, 'required question')
    : formatCount(asked - answered, 'optional question')
}

/** @example 'Answer 2 required questions' */
export const nameAnswerAction = (order: Asked): string => `Answer ${describeMissing(order.questions)}`

/** @example '2 of 5 answered' */
export function describeAnswers({ questions: { asked, answered } }: Asked): string {
  return asked === 0 ? 'None needed' : `${answered} of ${asked} answered`
}

/** Puts orders to be paid first, then those that wait for the customer, those in work, the others; each group newest first. */
export function pickRecent(orders: readonly CustomerOrder[], count: number): CustomerOrder[] {
  const rank = (order: CustomerOrder) => (isToPay(order) ? 3 : isWaiting(order) ? 2 : isInWork(order) ? 1 : 0)
  return [...orders].sort((a, b) => rank(b) - rank(a)).slice(0, count)
}

const isToPay = (order: CustomerOrder) => findDueInstalment(order) !== undefined

const asksRequired = ({ turn, questions }: CustomerOrder) =>
  turn === 'answers' || (turn === 'work' && questions.requiredOpen > 0)

const isWaiting = (order: CustomerOrder) => isCustomersTurn(order.turn) || asksRequired(order)

/** The label of a listed order's link. @returns undefined if nothing on its page waits for the customer */
export function nameTurn({ turn, blockedBy }: CustomerOrder): string | undefined {
  if (turn === 'reply') return `Reply to ${blockedBy}`
  if (turn === 'answer_refund') return 'Respond to our offer'
  return turn === 'check' ? 'Check the delivery' : undefined
}

/** Says in a sentence what is in work and what waits. @param orders undefined until they are loaded */
export function describeWork(orders: readonly CustomerOrder[] | undefined, isStaff = false): string {
  if (!orders) return 'Your orders, what we need from you, and your details.'
  if (orders.length === 0) return isStaff ? '' : 'Choose a package to get started.'
  const active = orders.filter(isInWork)
  const underWay = `${formatCount(active.length, 'order')} under way`
  const due = orders.filter(isToPay).length
  const waiting = orders.filter(isWaiting)
  if (due + waiting.length === 0)
    return active.length === 0
      ? 'Nothing is under way right now.'
      : `${underWay}. Nothing is needed from you right now.`
  const what = waiting.every(({ turn }) => turn === 'check')
    ? 'for you to check it'
    : waiting.every(asksRequired)
      ? 'for your answers'
      : 'for you'
  const isAlone = due === 0 && active.length === 1 && waiting.length === 1 && waiting[0] === active[0]
  if (isAlone) return `${underWay}, waiting ${what}.`
  const said = [
    active.length > 0 && underWay,
    due > 0 && (due === 1 ? 'A payment is due' : `${due} payments are due`),
    waiting.length > 0 && `${waiting.length} ${waiting.length === 1 ? 'is waiting' : 'are waiting'} ${what}`,
  ]
  return said
    .filter(Boolean)
    .map((words) => `${words}.`)
    .join(' ')
}

type Promised = Pick<Order, 'promisedBy' | 'paidAt' | 'deliveryDays' | 'awaitsAnswers'>

/** Explains the promised date, or how it moves while required answers are missing. */
export function describePromise({ promisedBy, paidAt, deliveryDays, awaitsAnswers }: Promised): string {
  if (!promisedBy || !paidAt) return ''
  if (awaitsAnswers)
    return 'The delivery time starts with your required answers. Each business day without them moves the date by one.'
  const promised = formatPromise(new Date(promisedBy))
  const days = formatCount(deliveryDays, 'business day')
  const calendarDays = formatCount(countDays(new Date(paidAt), new Date(promisedBy)), 'calendar day')
  const isFromPayment = formatPromise(computePromisedDate(new Date(paidAt), deliveryDays).endsAt) === promised
  return isFromPayment
    ? `${days} (${calendarDays})`
    : `${days} plus the days on hold (${calendarDays} in all)`
}

/** Whether answers would not move the date, because it waits for something else. */
const STANDS_STILL: Readonly<Record<WaitKind, boolean>> = {
  answers: false,
  delivery: false,
  refund_request: true,
  question: false,
}

/** Whether the date that is shown is the one that missing answers lead to, if they came in today. */
export const isDateOfAnswers = ({ awaitsAnswers, waitsFor }: Pick<Order, 'awaitsAnswers' | 'waitsFor'>) =>
  awaitsAnswers && !(waitsFor && STANDS_STILL[waitsFor])

/** The date that the whole dashboard shows for a paid order; undefined if unpaid. */
export const expectDelivery = (order: Promised & Pick<Order, 'waitsFor'>, now: Date): Date | undefined =>
  order.paidAt ? expectDate({ ...order, awaitsAnswers: isDateOfAnswers(order) }, now, calendar) : undefined
