/** Refund requests and decisions about them (docs/product/order.md, Refund requests). */
import * as z from 'zod'
import { NewDateBody } from '#api/contract/orders/dates.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { isAmount } from '#api/rules/money/money.ts'
import { CUSTOMER_ACTS, REFUND_CASES, REFUND_REQUEST_STATES } from '#api/rules/order-work/refund-request.ts'

const LONGEST_WORDS = 5000

export const RefundOffer = z.object({
  amount: z.string().describe('what goes back'),
  items: z
    .array(z.object({ label: z.string(), amount: z.string() }))
    .describe('how the amount is worked out; the last one is the sum'),
})
export type RefundOffer = z.infer<typeof RefundOffer>

export const RefundRequest = z.object({
  state: z.enum(REFUND_REQUEST_STATES),
  version: z.int().describe('counts its changes: an answer or a decision names the one that was seen'),
  reason: z.string(),
  workGoesOn: z.boolean(),
  asked: z.string().describe('the amount'),
  currency: z.string(),
  at: z.string(),
  dueBy: z.string().describe('by when the policy promises a decision, or the team since'),
  dueReason: z.string().describe('why the team has named a later date; empty where it is the policy’s'),
  offer: RefundOffer.nullable().describe('what goes back as decided, or is offered'),
  answer: z.string().describe('the words of who decided'),
  decidedAt: z.string().nullable(),
  secondLookAt: z.string().nullable().describe('when its customer disputed the decision'),
  secondReason: z.string(),
  acts: z.array(z.enum(CUSTOMER_ACTS)).describe('what its customer may do now'),
})
export type RefundRequest = z.infer<typeof RefundRequest>

export const OrderRefundRequest = z.object({
  gives: z.enum(REFUND_CASES).describe('the case of the refund policy that the order is in now'),
  cancelBy: z.string().nullable().describe('until when it can be cancelled without a review'),
  canAsk: z.boolean(),
  paid: z.string(),
  left: z.string().describe('what has not gone back and is not on its way'),
  currency: z.string(),
  isDisputed: z.boolean().describe('the bank reviews the payment: until that is over nothing is refunded'),
  request: RefundRequest.nullable().describe('the last one'),
})
export type OrderRefundRequest = z.infer<typeof OrderRefundRequest>

const AMOUNT_MESSAGE = 'Enter an amount, such as 49.50'
const Amount = z.string(AMOUNT_MESSAGE).max(32, AMOUNT_MESSAGE).refine(isAmount, AMOUNT_MESSAGE)
const Version = z.int().min(1)

/** Postpones the decision. The customer reads the reason. */
export const PostponeRefundBody = NewDateBody.extend({ version: Version })
export type PostponeRefundBody = z.infer<typeof PostponeRefundBody>

export const AskRefundBody = z.object({
  reason: boundedText({
    min: 1,
    max: LONGEST_WORDS,
    label: 'Reason',
    isLong: true,
    message: 'Please give a reason',
  }),
  workGoesOn: z.boolean().optional().describe('without it, work and clock wait for the decision'),
  amount: Amount.optional().describe('without it, all that is left'),
})
export type AskRefundBody = z.infer<typeof AskRefundBody>

export const AnswerRefundBody = z
  .object({
    version: Version,
    answer: z.enum(CUSTOMER_ACTS, `answer must be one of ${CUSTOMER_ACTS.join(', ')}`),
    text: z.optional(boundedText({ max: LONGEST_WORDS, label: 'Text', isLong: true })),
  })
  .refine(({ answer, text }) => answer !== 'second_look' || text, {
    path: ['text'],
    message: 'Please tell us why you disagree',
  })
export type AnswerRefundBody = z.infer<typeof AnswerRefundBody>

const STAGES_MESSAGE = 'Stages must be a whole number from 1 to 100'
export const DecideRefundBody = z
  .object({
    version: Version,
    decision: z.enum(['accept', 'decline'], 'decision must be accept or decline'),
    text: boundedText({
      min: 1,
      max: LONGEST_WORDS,
      label: 'Text',
      isLong: true,
      message: 'Please write a message to the customer',
    }),
    amount: Amount.optional().describe('what goes back; less than was asked for needs the customer to agree'),
    stages: z.int(STAGES_MESSAGE).min(1, STAGES_MESSAGE).max(100, STAGES_MESSAGE).default(1),
    stagesDone: z.int().min(0).max(100).default(0),
    costs: Amount.default('0').describe('paid to others for the customer'),
  })
  .refine(({ stages, stagesDone }) => stagesDone <= stages, {
    path: ['stagesDone'],
    message: 'Stages done cannot exceed stages in total',
  })
  .refine(({ decision, amount }) => decision === 'decline' || /[1-9]/.test(amount ?? ''), {
    path: ['amount'],
    message: AMOUNT_MESSAGE,
  })
export type DecideRefundBody = z.infer<typeof DecideRefundBody>
