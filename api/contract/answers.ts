import * as z from 'zod'
import { boundedText } from './text.ts'

/** Question id → what the customer wrote. Any subset of the package's questions. */
export const SaveAnswersBody = z.object({
  answers: z.record(z.string().regex(/^[1-9]\d{0,9}$/), boundedText({ max: 5000, label: 'An answer' })),
})
export type SaveAnswersBody = z.infer<typeof SaveAnswersBody>

export const OrderAnswer = z.object({ questionId: z.int(), question: z.string(), answer: z.string() })
export type OrderAnswer = z.infer<typeof OrderAnswer>
