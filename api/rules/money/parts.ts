/** Describes the parts of an order and what is paid, in words and figures. Without zod, so that pages can load it. */
import type { MoneyStatus } from '#api/rules/orders.ts'
import { formatAmount, formatMoney } from './format.ts'
import type { Money } from './money.ts'
import type { PlannedPart } from './payment-plan.ts'
import { DUE_WORDS } from './priced.ts'

interface Paid {
  paymentStatus: MoneyStatus
  amount: string
  currency: string
  paidAmount?: string | undefined
}

/** @example describeParts(parts) // '$649.50 today, $649.50 when you accept the work' */
export const describeParts = (
  parts: readonly { amount: Money; due: PlannedPart['due'] }[],
  words: Record<PlannedPart['due'], string> = DUE_WORDS,
): string => parts.map(({ amount, due }) => `${formatMoney(amount)} ${words[due]}`).join(', ')

/** For an order that is paid in parts. @example '$649.50 of $1,299.00' */
export const describePaid = ({ amount, currency, paidAmount = '0' }: Omit<Paid, 'paymentStatus'>): string =>
  `${formatAmount(paidAmount, currency)} of ${formatAmount(amount, currency)}`

/** @returns undefined unless some parts are paid and others are not @example 'Part paid $649.50 of $1,299.00' */
export const describePartPaid = ({ paymentStatus, ...order }: Paid): string | undefined =>
  paymentStatus === 'part_paid' && order.paidAmount !== undefined
    ? `Part paid ${describePaid(order)}`
    : undefined

/** Finds the part to pay now: the first one that is due. The checkout handles the very first part of an order. */
export const findDuePart = <Part extends { state: string }>({
  paymentStatus,
  parts,
}: {
  paymentStatus: MoneyStatus
  parts?: Part[] | undefined
}): Part | undefined =>
  paymentStatus === 'part_paid' ? parts?.find(({ state }) => state === 'due') : undefined

/** Follows 'Due', for the customer and the team. Before the purchase, buyers read the words of priced.ts instead. */
export const MOMENT_WORDS: Record<PlannedPart['due'], string> = {
  purchase: 'at the purchase',
  delivered: 'when the work is delivered',
  accepted: 'when the work is accepted',
}

/** Finds the part that accepting the work will make due, unless another one is due already. */
export const findPartAtAcceptance = <Part extends { state: string }>(order: {
  paymentStatus: MoneyStatus
  parts?: Part[] | undefined
}): Part | undefined =>
  order.paymentStatus === 'part_paid' && !findDuePart(order)
    ? order.parts?.find(({ state }) => state === 'waiting')
    : undefined
