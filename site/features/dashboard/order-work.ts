/** What an order's work needs of its customer, for the cards of the overview. */
import { isOpen } from '../../../api/contract/order-statuses.ts'
import type { CustomerOrder } from '../../../api/contract/orders.ts'
import { formatCount } from '../../format/count.ts'

type Asked = Pick<CustomerOrder, 'questions'>

export function isActive({ status, paymentStatus }: Pick<CustomerOrder, 'status' | 'paymentStatus'>) {
  return isOpen(status) && paymentStatus === 'paid'
}

/** While work is to come; afterwards the one who did it, as long as it is for the warranty. */
export function hasContact(order: Pick<CustomerOrder, 'status' | 'paymentStatus' | 'contacts'>): boolean {
  return isActive(order) || (order.status === 'completed' && order.contacts.length > 0)
}

export function countOpenQuestions({ questions: { asked, answered } }: Asked): number {
  return asked - answered
}

/** @example 'Answer 5 questions' */
export function nameAnswerAction(order: Asked): string {
  return `Answer ${formatCount(countOpenQuestions(order), 'question')}`
}

/** @example '2 of 5 answered' */
export function describeAnswers({ questions: { asked, answered } }: Asked): string {
  return asked === 0 ? 'None needed' : `${answered} of ${asked} answered`
}

/** What waits for its customer first, then what is under way, each as the list of all orders has them: newest first. */
export function pickRecent(orders: readonly CustomerOrder[], count: number): CustomerOrder[] {
  const rank = (order: CustomerOrder) => (isWaiting(order) ? 2 : isActive(order) ? 1 : 0)
  return orders.toSorted((a, b) => rank(b) - rank(a)).slice(0, count)
}

const isWaiting = (order: CustomerOrder) => isActive(order) && order.questions.requiredOpen > 0

/** What waits, in a sentence. @param orders undefined until they are loaded */
export function describeWork(orders: readonly CustomerOrder[] | undefined): string {
  if (!orders) return 'Your orders, what we need from you, and your details.'
  if (orders.length === 0) return 'Choose a package, and its progress appears here.'
  const active = orders.filter(isActive)
  if (active.length === 0) return 'Nothing is under way right now.'
  const waiting = active.filter(isWaiting)
  const underWay = `${formatCount(active.length, 'order')} under way`
  if (waiting.length === 0) return `${underWay}. Nothing is needed from you right now.`
  if (active.length === 1) return `${underWay}, waiting for your answers.`
  const waits =
    waiting.length === 1
      ? '1 of them waits for your answers'
      : `${waiting.length} of them wait for your answers`
  return `${underWay}. ${waits}.`
}
