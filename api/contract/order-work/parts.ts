/** What an admin does about a part of an order that is not paid. */
import * as z from 'zod'
import { boundedText } from '../light/text.ts'
import { IdParams } from '../lists.ts'

export const PartParams = IdParams.extend({
  position: z.coerce.number().int().min(1).max(3).describe('of the part, from 1'),
})

export const MovePartBody = z.object({
  day: z.iso.date('Please choose a day').describe('on which it is due, such as 2026-12-01'),
})

export const WriteOffBody = z.object({
  reason: boundedText({
    ...{ label: 'The reason', min: 1, max: 500, isLong: true },
    message: 'Please say why it is written off',
  }),
})

const AMOUNT_MESSAGE = 'Amount must be a number, such as 1299.50'
const Amount = z.string(AMOUNT_MESSAGE).regex(/^\d{1,10}(\.\d{1,3})?$/, AMOUNT_MESSAGE)

export const BankTransferBody = z.object({
  reference: boundedText({
    ...{ label: 'Reference', min: 4, max: 64 },
    message: 'Please enter the bank’s reference',
  }),
  receivedOn: z.iso.date('Please choose a day').describe('when it arrived, such as 2026-12-01'),
  received: Amount.describe('in units of the currency'),
  withheld: Amount.describe(
    'tax that the buyer has kept back for the state; with received it is the part’s amount',
  ),
  proof: boundedText({
    ...{ label: 'What shows it', min: 1, max: 500, isLong: true },
    message: 'Please say what shows that it arrived, such as a line of the statement',
  }),
})
export type BankTransferBody = z.infer<typeof BankTransferBody>
