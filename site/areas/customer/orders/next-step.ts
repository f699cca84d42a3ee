import type { OrderDates } from '#api/contract/orders/dates.ts'
import type { OrderDetail } from '#api/contract/orders/orders.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { readAmount, sumOf } from '#api/rules/money/money.ts'
import { isCustomersTurn, type Turn } from '#api/rules/order-work/turns.ts'
import type { WorkState } from '#api/rules/order-work/work-state.ts'
import { ORDER_STATUS, STATUS_AFTER } from '#api/rules/orders.ts'
import { ACCEPTANCE_DAYS } from '#api/rules/promises.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { describeLate } from '#site/kit/format/due.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { describeMissing } from './order-work.ts'

export interface NextStep {
  title: string
  text: string
  /** Whether the next step is the customer's answers, required or not. */
  asksAnswers: boolean
  /** Whether it is the customer's turn. */
  isTheirs: boolean
}

/** The texts that depend on the turn alone; null: the work says more. */
const STEPS: Record<Turn, Pick<NextStep, 'title' | 'text'> | null> = {
  over: null,
  answer_refund: {
    title: 'Please respond to our offer',
    text: 'The refund we offer is below.',
  },
  decide_refund: {
    title: 'Nothing for you to do right now',
    text: 'We’ll email you our decision on your refund.',
  },
  done: null,
  check: null,
  reply: { title: 'We need your answer', text: 'We’re blocked until you reply. Our message is below.' },
  decide_change: null,
  answers: null,
  rework: null,
  work: null,
}
const DAY_MS = 24 * 3_600_000

interface OpenStep {
  open: string
  /** The title once all required questions are answered. */
  enough: string
  answeredAll: Pick<NextStep, 'title' | 'text'>
}

/** The texts before and during the work, while questions are open and once all are answered; null: the order is closed. */
const OPEN_STEPS = {
  pending: {
    open: 'Your answers let our team start. You can save some now and the rest later.',
    enough: 'We have what we need to start',
    answeredAll: {
      title: 'Nothing for you to do right now',
      text: 'We have what we need. Our team starts next, and this page shows when.',
    },
  },
  processing: {
    open: 'Work is under way. Anything you can still tell us helps us get it right.',
    enough: 'We’re working on it',
    answeredAll: {
      title: 'We’re working on it',
      text: 'There’s nothing for you to do right now. We’ll write if something comes up.',
    },
  },
  completed: null,
  cancelled: null,
} as const satisfies Record<OrderDetail['status'], OpenStep | null>

type Described = Pick<
  OrderDetail,
  'status' | 'questions' | 'timeline' | 'turn' | 'work' | 'contacts' | 'refunds' | 'currency'
>

/** Tells the customer what comes next and whether it is their turn. */
export function describeNextStep(order: Described, now: Date): NextStep {
  const step = { asksAnswers: false, ...describeTurn(order, now) }
  const asksRequired = step.asksAnswers && order.questions.requiredOpen > 0
  return { ...step, isTheirs: asksRequired || isCustomersTurn(order.turn) }
}

function describeTurn(
  order: Described,
  now: Date,
): Omit<NextStep, 'asksAnswers' | 'isTheirs'> & { asksAnswers?: true } {
  const { asked, answered, requiredOpen } = order.questions
  const { status } = order
  if (ORDER_STATUS[status].isCancelled) return describeCancelled(order)
  const { late, ...dates } = order.work.dates
  const { turn } = order
  const said = STEPS[turn]
  if (said) return said
  if (late && turn === 'work') return describeLateStep(late.days, dates, now)
  const delivered = turn === 'answers' ? undefined : describeDelivered(order, now)
  if (delivered) return delivered
  const openStep = OPEN_STEPS[status]
  if (!openStep) return describeDone(order, now)
  // Complete answers set an order to 'in process' before the team has started (step 'ready').
  const lastMove = order.timeline.findLast(({ step }) => step === 'ready' || step === 'started')
  const isReady = ORDER_STATUS[status].isUnderWay && lastMove?.step === 'ready'
  const { open, enough, answeredAll } = isReady ? OPEN_STEPS[STATUS_AFTER.placing] : openStep
  if (answered === asked) return answeredAll
  return requiredOpen > 0
    ? { title: `${answered} of ${asked} questions answered`, text: open, asksAnswers: true }
    : {
        title: enough,
        text: `${describeMissing(order.questions)} ${asked - answered === 1 ? 'is' : 'are'} still open.`,
        asksAnswers: true,
      }
}

function describeCancelled({ timeline, refunds, currency }: Described): Pick<NextStep, 'title' | 'text'> {
  const isByThem = timeline.some(({ step }) => step === 'cancelled_in_time')
  const title = isByThem ? 'You cancelled this order' : 'This order was cancelled'
  const amounts = refunds.map(({ amount }) => readAmount(amount, currency))
  const last = refunds.at(-1)
  const asks = isByThem ? '' : ' Write to us if you didn’t expect this.'
  if (!amounts[0] || !last) return { title, text: `There will be no further work on it.${asks}` }
  const sum = formatMoney(sumOf(amounts[0].currency, amounts))
  // biome-ignore lint/plugin: one of two words of this response
  const isBack = refunds.every(({ status }) => status === 'processed')
  const onItsWay = `Your ${sum} is on its way back to the card or account you paid with.`
  return { title, text: isBack ? `We refunded ${sum} on ${formatDate(last.at)}.` : onItsWay }
}

type Promised = Pick<OrderDates, 'promisedBy' | 'firstPromisedBy'>

function describeLateStep(days: number, dates: Promised, now: Date) {
  const first = new Date(dates.firstPromisedBy ?? dates.promisedBy ?? now)
  return {
    title: describeLate(days),
    text: `We’re sorry: it was promised by ${formatPromise(first)}. ${sayNewDate(dates, now)}`,
  }
}

function sayNewDate({ promisedBy, firstPromisedBy }: Promised, now: Date): string {
  const inForce = new Date(promisedBy ?? now)
  return firstPromisedBy && inForce > now
    ? `The new date is ${formatPromise(inForce)}. You can find the reason below.`
    : 'It’s at the top of our list. We’ll write to you with the reason and a new date.'
}

/** The last day on which the customer may test the work. */
export function acceptanceEnd(deliveredAt: Date): string {
  return formatPromise(addDays(deliveredAt, ACCEPTANCE_DAYS))
}

const REQUESTED = { fault: 'You reported a problem', change: 'You requested a change' }

/** @returns undefined before a delivery, and once it is accepted */
function describeDelivered(
  { work, contacts }: Pick<Described, 'work' | 'contacts'>,
  now: Date,
): Pick<NextStep, 'title' | 'text'> | undefined {
  const { state, acceptBy, requests, dates } = work
  if (state === null) return undefined
  const who = (contacts.length === 1 && contacts[0]?.firstName) || 'Our team'
  // Without a promised date: the time to check the delivery has moved it since the customer read it.
  const rest = dates.late
    ? `We’re sorry: it’s ${describeLate(dates.late.days).toLowerCase()}. ${sayNewDate(dates, now)}`
    : 'There’s nothing for you to do right now.'
  const last = requests.at(-1)
  const by = acceptBy && formatPromise(new Date(acceptBy))
  const declined =
    last?.outcome === 'declined' ? 'We couldn’t make the change. You can find the reason below. ' : ''
  const steps: Record<WorkState, Pick<NextStep, 'title' | 'text'>> = {
    delivered: {
      title: by ? `Delivered: please check by ${by}` : 'Delivered: please check it',
      text: `${declined}${
        by
          ? 'Accept it, or tell us what is wrong. If we don’t hear from you, it’s accepted automatically.'
          : 'Take your time. It isn’t accepted automatically while a question or request is open.'
      }`,
    },
    change_asked: {
      title: REQUESTED.change,
      text: 'Your package doesn’t include it, so the team will decide and tell you. You can still accept the delivery as it is.',
    },
    in_rework: {
      title: last?.closedAt === null ? REQUESTED[last.kind] : 'We’re working on it',
      text: `${who} will deliver again. ${rest}`,
    },
    warranty: {
      title: REQUESTED.fault,
      text: last?.dueBy
        ? `The warranty covers it. We’ll fix it by ${formatPromise(new Date(last.dueBy))}.`
        : 'The warranty covers it.',
    },
  }
  return steps[state]
}

function describeDone({ work, timeline }: Pick<OrderDetail, 'work' | 'timeline'>, now: Date) {
  const { endedBy, warrantyUntil } = work
  const title = endedBy === 'customer' ? 'Delivery accepted, thank you' : 'The work is done'
  const end =
    endedBy === 'time' ? 'The time to check is over, so the delivery was accepted automatically.' : ''
  if (!warrantyUntil) return { title, text: end || 'Write to us if something is wrong.' }
  const until = formatPromise(new Date(warrantyUntil))
  if (now > new Date(warrantyUntil)) {
    return { title, text: `The warranty ended on ${until}. Write to us if something comes up.` }
  }
  // biome-ignore lint/plugin: a step of the timeline
  const completed = timeline.findLast(({ step }) => step === 'completed')
  const testedBy = completed && addDays(new Date(completed.at), ACCEPTANCE_DAYS)
  const test =
    endedBy === 'team' && testedBy && now < testedBy ? `Please test it by ${formatPromise(testedBy)}.` : end
  const warranty = `Warranty until ${until}.`
  return { title, text: [test, warranty].filter(Boolean).join(' ') }
}

export function addDays(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS)
}
