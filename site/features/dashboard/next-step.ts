import type { OrderDetail } from '../../../api/contract/order-detail.ts'
import { getStatusRules } from '../../../api/contract/order-statuses.ts'
import { ACCEPTANCE_DAYS, WARRANTY_DAYS } from '../../../api/contract/promises.ts'

export interface NextStep {
  title: string
  text: string
  /** The customer can do something about it: answer. */
  asksAnswers: boolean
}

const DATE_WAITS = 'The delivery time waits until the required ones are in.'

/** While the work has not ended: with questions still open, and with all of them answered. */
const OPEN_STEPS = {
  waiting: {
    open: 'Your answers let our team start. You can save some now and the rest later.',
    answeredAll: {
      title: 'Nothing for you to do right now',
      text: 'We have what we need. Our team starts next, and this page shows when.',
    },
  },
  underway: {
    open: 'Work is under way; what you can still tell us makes it fit better.',
    answeredAll: {
      title: 'Our team is at work',
      text: 'There is nothing for you to do right now. We write to you if something comes up.',
    },
  },
}

/** What is expected of the customer now, if anything. */
export function describeNextStep(
  order: Pick<OrderDetail, 'status' | 'paymentStatus' | 'questions' | 'timeline' | 'awaitsAnswers'>,
): NextStep {
  const { asked, answered } = order.questions
  const { work } = getStatusRules(order.status)
  if (work === 'dropped') {
    return {
      title: 'This order was cancelled',
      text:
        order.paymentStatus === 'refunded'
          ? 'Your payment was refunded to the method you paid with.'
          : 'No further work is done on it. Write to us if you expected something else.',
      asksAnswers: false,
    }
  }
  if (work === 'done') {
    return {
      title: 'The work is done',
      text: `Please test it within ${ACCEPTANCE_DAYS} days. A ${WARRANTY_DAYS}-day warranty covers faults in what we delivered.`,
      asksAnswers: false,
    }
  }
  // The answers alone bring an order into process: the team has yet to start.
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
