/** The steps of one order of the plan, with their times. Each step inserts all rows that it would leave in a real shop. */
import { later, pick } from './clock.ts'
import { openDispute, refundOrder, winDispute } from './money.ts'
import type { PlannedOrder } from './planned-order.ts'
import { answer, cancelUnpaid, failPayment, pay, place } from './purchase.ts'
import { type Shop, type Step, UNPAID_ORDER_MINUTES } from './shop.ts'
import { StoryOfOrder } from './story.ts'
import {
  askForChange,
  askForReview,
  assign,
  closeOrder,
  finishWork,
  reviewOrder,
  startWork,
  writeMessage,
} from './work.ts'

/** When each kind of step happens, in minutes before closing time. Steps on one day happen in this order. */
const HOURS = {
  /** Customers order at any time of the day, unless more happens on it. */
  ordered: [-200, 540],
  orderedEarly: [430, 540],
  answered: [330, 410],
  assigned: [240, 320],
  started: [190, 230],
  disputed: [170, 185],
  refunded: [150, 165],
  talked: [146, 149],
  finished: [80, 105],
  closed: [20, 70],
  requested: [10, 15],
} as const
const MINUTES_TO_REPLY = 4
const MINUTES_TO_ASK = 7 * 24 * 60

type Take = (story: StoryOfOrder, at: Date) => Promise<void> | void

export function listSteps(shop: Shop, plan: PlannedOrder, label: string): Step[] {
  const story = new StoryOfOrder(shop, plan, label)
  const [ordered, answered, assigned, started, finished, closed] = plan.days
  const { minutesAgo, messages = [], request, refund, dispute } = plan
  const steps: Step[] = []
  const take = (step: Take, at: Date) => void steps.push({ at, take: () => step(story, at) })
  const timeOf = (day: number, hours: keyof typeof HOURS) => {
    const [from, to] = HOURS[hours]
    return shop.clock.at(day, pick(`${label} ${hours} ${day}`, from, to))
  }
  const takeOn = (day: number | null | undefined, hours: keyof typeof HOURS, step: Take, wait = 0) => {
    if (day !== undefined && day !== null) take(step, later(timeOf(day, hours), wait))
  }

  const isSameDay = [answered, assigned].includes(ordered)
  const orderedAt =
    minutesAgo === undefined
      ? timeOf(ordered, isSameDay ? 'orderedEarly' : 'ordered')
      : later(shop.clock.now, -minutesAgo)
  const paidAt = later(orderedAt, pick(`${label} paid`, 2, 6))
  take(place, orderedAt)
  if (plan.isAttempt) {
    take(failPayment, paidAt)
    take(cancelUnpaid, later(orderedAt, UNPAID_ORDER_MINUTES + 1))
    return steps
  }
  take(pay, paidAt)
  takeOn(answered, 'answered', answer)
  takeOn(assigned, 'assigned', assign)
  takeOn(started, 'started', startWork)
  for (const [index, [day, ...message]] of messages.entries()) {
    const earlier = messages.slice(0, index).filter(([other]) => other === day).length
    takeOn(day, 'talked', (_, at) => writeMessage(story, at, ...message), earlier * MINUTES_TO_REPLY)
  }
  if (request) takeOn(request.day, 'requested', (_, at) => askForChange(story, at, request.text))
  takeOn(finished, 'finished', finishWork)
  takeOn(closed, 'closed', closeOrder)
  takeOn(closed, 'closed', askForReview, MINUTES_TO_ASK)
  takeOn(closed, 'closed', reviewOrder, MINUTES_TO_ASK + pick(`${label} reviewed`, 20, 900))
  if (refund) takeOn(refund.day, 'refunded', (_, at) => refundOrder(story, at, refund))
  if (dispute) {
    takeOn(dispute.day, 'disputed', (_, at) => openDispute(story, at, dispute.reasonCode))
    takeOn(dispute.won, 'disputed', winDispute)
  }
  return steps
}
