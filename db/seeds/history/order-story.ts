/** The steps of one order of the plan, with their times. Each step inserts all rows that it would leave in a real shop. */
import { later, pick } from './clock.ts'
import { openDispute, refundOrder, winDispute } from './money.ts'
import type { PlannedOrder } from './plan.ts'
import { answer, cancelUnpaid, failPayment, pay, place } from './purchase.ts'
import type { Shop, Step } from './shop.ts'
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
  ordered: [430, 540],
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
/** The time between two messages on one day. */
const REPLIED_AFTER_MINUTES = 4
const ASKED_AFTER_MINUTES = 7 * 24 * 60
/** Customers order at any time of the day. */
const ANY_TIME = [-200, 540] as const
const UNPAID_ORDER_MINUTES = 30

export function listSteps(shop: Shop, plan: PlannedOrder, label: string): Step[] {
  const story = new StoryOfOrder(shop, plan, label)
  const { days, minutesAgo, isAttempt, messages, request, refund, dispute } = plan
  const { ordered, answered, assigned, started, finished, closed } = days
  const { now } = story.shop.clock
  const isSameDay = [answered, assigned].includes(ordered)
  const orderedAt =
    minutesAgo === undefined
      ? timeOf(story, ordered, isSameDay ? HOURS.ordered : ANY_TIME, 'ordered')
      : later(now, -minutesAgo)
  const paidAt = later(orderedAt, pick(`${story.label} paid`, 2, 6))
  const steps: Step[] = [{ at: orderedAt, take: () => place(story, orderedAt) }]
  const add = (at: Date, take: (at: Date) => Promise<void>) => steps.push({ at, take: () => take(at) })
  if (isAttempt) {
    add(paidAt, (at) => failPayment(story, at))
    add(later(orderedAt, UNPAID_ORDER_MINUTES + 1), (at) => cancelUnpaid(story, at))
    return steps
  }
  add(paidAt, (at) => pay(story, at))
  if (answered !== undefined)
    add(timeOf(story, answered, HOURS.answered, 'answered'), (at) => answer(story, at))
  if (assigned !== undefined)
    add(timeOf(story, assigned, HOURS.assigned, 'assigned'), (at) => assign(story, at))
  if (started !== undefined)
    add(timeOf(story, started, HOURS.started, 'started'), (at) => startWork(story, at))
  for (const [index, [day, from, text, ...files]] of messages.entries()) {
    const earlier = messages.slice(0, index).filter(([other]) => other === day).length
    const at = timeOf(story, day, HOURS.talked, `talked ${day}`)
    add(later(at, earlier * REPLIED_AFTER_MINUTES), (sentAt) =>
      writeMessage(story, sentAt, from, text, files),
    )
  }
  if (request)
    add(timeOf(story, request.day, HOURS.requested, 'requested'), (at) =>
      askForChange(story, at, request.text),
    )
  if (finished !== undefined)
    add(timeOf(story, finished, HOURS.finished, 'finished'), (at) => finishWork(story, at))
  if (closed !== undefined) {
    const closedAt = timeOf(story, closed, HOURS.closed, 'closed')
    add(closedAt, (at) => closeOrder(story, at))
    add(later(closedAt, ASKED_AFTER_MINUTES), (at) => askForReview(story, at))
    add(later(closedAt, ASKED_AFTER_MINUTES + pick(`${story.label} reviewed`, 20, 900)), (at) =>
      reviewOrder(story, at),
    )
  }
  if (refund)
    add(timeOf(story, refund.day, HOURS.refunded, 'refunded'), (at) => refundOrder(story, at, refund))
  if (dispute)
    add(timeOf(story, dispute.day, HOURS.disputed, 'disputed'), (at) => openDispute(story, at, dispute))
  if (dispute?.won !== undefined) {
    add(timeOf(story, dispute.won, HOURS.disputed, 'won'), (at) => winDispute(story, at))
  }
  return steps
}

function timeOf(story: StoryOfOrder, day: number, [from, to]: readonly [number, number], what: string): Date {
  return story.shop.clock.at(day, pick(`${story.label} ${what}`, from, to))
}
