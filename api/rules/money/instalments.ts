/** Describes the instalments of an order and what is paid, in words and figures. Without zod, so that pages can load it. */
import { type MoneyStatus, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { formatAmount, formatMoney } from './format.ts'
import { INSTALMENT_STATE, type InstalmentState } from './instalment-state.ts'
import type { Money } from './money.ts'
import type { PlannedInstalment } from './payment-plan.ts'
import { DUE_WORDS } from './priced.ts'

interface Paid {
  paymentStatus: MoneyStatus
  amount: string
  currency: string
  paidAmount?: string | undefined
}

/** @example describeInstalments(instalments) // '$649.50 today, $649.50 when you accept the work' */
export const describeInstalments = (
  instalments: readonly { amount: Money; due: PlannedInstalment['due'] }[],
  words: Record<PlannedInstalment['due'], string> = DUE_WORDS,
): string => instalments.map(({ amount, due }) => `${formatMoney(amount)} ${words[due]}`).join(', ')

/** For an order that is paid in instalments. @example '$649.50 of $1,299.00' */
export const describePaid = ({ amount, currency, paidAmount = '0' }: Omit<Paid, 'paymentStatus'>): string =>
  `${formatAmount(paidAmount, currency)} of ${formatAmount(amount, currency)}`

/** @returns undefined unless some instalments are paid and others are not @example 'Partly paid $649.50 of $1,299.00' */
export const describePartlyPaid = ({ paymentStatus, ...order }: Paid): string | undefined =>
  PAYMENT_STATUS[paymentStatus].isPartlyPaid && order.paidAmount !== undefined
    ? `Partly paid ${describePaid(order)}`
    : undefined

/** Finds the instalment to pay now: the first one that is due. The checkout handles the very first instalment of an order. */
export const findDueInstalment = <Instalment extends { state: InstalmentState }>({
  paymentStatus,
  instalments,
}: {
  paymentStatus: MoneyStatus
  instalments?: Instalment[] | undefined
}): Instalment | undefined =>
  PAYMENT_STATUS[paymentStatus].isPartlyPaid
    ? instalments?.find(({ state }) => INSTALMENT_STATE[state].isDue)
    : undefined

/** Follows 'Due', for the customer and the team. Before the purchase, buyers read the words of priced.ts instead. */
export const MOMENT_WORDS: Record<PlannedInstalment['due'], string> = {
  purchase: 'at the purchase',
  delivered: 'when the work is delivered',
  accepted: 'when the work is accepted',
}

/** Finds the instalment that accepting the work will make due, unless another one is due already. */
export const findInstalmentAtAcceptance = <Instalment extends { state: InstalmentState }>(order: {
  paymentStatus: MoneyStatus
  instalments?: Instalment[] | undefined
}): Instalment | undefined =>
  PAYMENT_STATUS[order.paymentStatus].isPartlyPaid && !findDueInstalment(order)
    ? order.instalments?.find(({ state }) => INSTALMENT_STATE[state].isLater)
    : undefined
