/** Calls with which an admin deals with an unpaid instalment of an order. */
import * as z from 'zod'
import { IdParams } from '#api/contract/platform/lists.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { BankReference, TypedAmount } from './payments.ts'

export const InstalmentParams = IdParams.extend({
  position: z.coerce.number().int().min(1).max(3).describe('of the instalment, from 1'),
})

export const MoveInstalmentBody = z.object({
  day: z.iso.date('Choose a date').describe('on which it is due, such as 2026-12-01'),
})

export const WriteOffBody = z.object({
  reason: boundedText({
    label: 'The reason',
    min: 1,
    max: 500,
    isLong: true,
    message: 'Please say why it is written off',
  }),
})

export const BankTransferBody = z.object({
  reference: BankReference,
  receivedOn: z.iso.date('Choose a date').describe('when it arrived, such as 2026-12-01'),
  received: TypedAmount.describe('in units of the currency'),
  withheld: TypedAmount.describe(
    'tax that the buyer has kept back for the state; with received it is the instalment’s amount',
  ),
  proof: boundedText({
    label: 'Proof',
    min: 1,
    max: 500,
    isLong: true,
    message: 'Please add a proof of the payment, such as the line on the bank statement',
  }),
})
export type BankTransferBody = z.infer<typeof BankTransferBody>
