import { calendar } from 'virtual:content'
import type { Order } from '../../../../api/contract/orders.ts'
import { expectDate } from '../../../../api/rules/order-work/promised-date.ts'
import { formatCount } from '../../../format/count.ts'
import { computeDelivery, countDays, formatPromise } from '../../../format/delivery.ts'

type Promised = Pick<Order, 'promisedBy' | 'paidAt' | 'deliveryDays' | 'awaitsAnswers'>

/** Explains the promised date, or how it moves while required answers are missing. */
export function describePromise(order: Promised, now: Date): string {
  const { promisedBy, paidAt, deliveryDays, awaitsAnswers } = order
  const expected = expectDelivery(order, now)
  if (!promisedBy || !paidAt || !expected) return ''
  const promised = formatPromise(new Date(promisedBy))
  if (awaitsAnswers) {
    const moved = formatPromise(expected)
    const today =
      moved === promised ? 'Answer today to keep this date' : `If you answer today, it is ready by ${moved}`
    return `The delivery time starts with your required answers. ${today}; each business day later moves it by one.`
  }
  const days = formatCount(deliveryDays, 'business day')
  const calendarDays = formatCount(countDays(new Date(paidAt), new Date(promisedBy)), 'calendar day')
  const isFromPayment = formatPromise(computeDelivery(new Date(paidAt), deliveryDays).endsAt) === promised
  return isFromPayment
    ? `${days} after the payment (${calendarDays})`
    : `${days} after your answers (${calendarDays} after the payment)`
}

/** The one date that each part of the dashboard shows of an order that is paid. */
export const expectDelivery = (order: Promised, now: Date): Date | undefined =>
  order.paidAt ? expectDate(order, now, calendar) : undefined
