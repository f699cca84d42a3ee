import type { OrderDetail } from '../../../../api/contract/orders.ts'
import { getStatusRules } from '../../../../api/rules/orders.ts'
import { ACCEPTANCE_DAYS, WARRANTY_DAYS } from '../../../../api/rules/promises.ts'
import { formatPromise } from '../../../format/delivery.ts'

export interface NextStep {
  title: string
  text: string
  /** Whether the next step is the customer's answers. */
  asksAnswers: boolean
}

const DATE_WAITS = 'The delivery time waits until the required ones are in.'
const DAY_MS = 24 * 3_600_000

/** Before and during the work: what to say while questions are open, and once all are answered. */
const OPEN_STEPS = {
  waiting: {
    open: 'Your answers let our team start. You can save some now and the rest later.',
    answeredAll: {
      title: 'Nothing for you to do right now',
      text: 'We have what we need. Our team starts next, and this page shows when.',
    },
  },
  underway: {
    open: 'Work is under way. Anything you can still tell us helps us get it right.',
    answeredAll: {
      title: 'Our team is at work',
      text: 'There is nothing for you to do right now. We write to you if something comes up.',
    },
  },
}

/** Tells the customer what comes next, and whether they have to do something. */
export function describeNextStep(
  order: Pick<OrderDetail, 'status' | 'paymentStatus' | 'questions' | 'timeline' | 'awaitsAnswers'>,
  now: Date,
): NextStep {
  const { asked, answered } = order.questions
  const { work } = getStatusRules(order.status)
  if (work === 'dropped') {
    return {
      title: 'This order was cancelled',
      text:
        order.paymentStatus === 'refunded'
          ? 'Your payment was refunded to the method you paid with.'
          : 'There will be no further work on it. Write to us if you expected something else.',
      asksAnswers: false,
    }
  }
  if (work === 'done') {
    const completed = order.timeline.findLast(({ step }) => step === 'completed')
    return { title: 'The work is done', text: describeDone(completed?.at, now), asksAnswers: false }
  }
  // Complete answers set an order to 'in process' before the team has started (step 'ready').
  const lastMove = order.timeline.findLast(({ step }) => step === 'ready' || step === 'started')
  const { open, answeredAll } = OPEN_STEPS[lastMove?.step === 'ready' ? 'waiting' : work]
  return answered < asked
    ? {
        title: `${answered} of ${asked} questions answered`,
        text: order.awaitsAnswers ? `${open} ${DATE_WAITS}` : open,
        asksAnswers: true,
      }
    : { ...answeredAll, asksAnswers: false }
}

/** The last day on which the customer may test the work. */
export function acceptanceEnd(deliveredAt: Date): string {
  return formatPromise(addDays(deliveredAt, ACCEPTANCE_DAYS))
}

/** @param completedAt undefined for an old order, whose steps were not recorded yet */
function describeDone(completedAt: string | undefined, now: Date): string {
  if (!completedAt) return 'Write to us if something is not as it should be.'
  const deliveredAt = new Date(completedAt)
  const warrantyEnds = addDays(deliveredAt, WARRANTY_DAYS)
  if (now > warrantyEnds) {
    return `The warranty ended on ${formatPromise(warrantyEnds)}. Write to us if something comes up.`
  }
  const warranty = `The warranty covers faults in what we delivered until ${formatPromise(warrantyEnds)}.`
  return now > addDays(deliveredAt, ACCEPTANCE_DAYS)
    ? warranty
    : `Please test it by ${acceptanceEnd(deliveredAt)}. ${warranty}`
}

function addDays(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS)
}
