/** Request bodies: JSON only, checked by zod, refused with Razorpay's errors. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { badRequest, invalidInput } from './razorpay-error.ts'

const MAX_NOTES = 15
const MAX_NOTE_LENGTH = 256

/** In minor units. Like Razorpay, also accepts digits in a string. */
export const Amount = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], 'The amount must be an integer.')
  .refine((amount) => Number.isSafeInteger(amount), 'The amount must be an integer.')

const note = z.union(
  [z.string().max(MAX_NOTE_LENGTH), z.number()],
  'Notes must be texts of at most 256 characters.',
)

export const Notes = z
  .union([z.record(z.string(), note), z.tuple([])], 'The notes must be a set of texts.')
  .refine(
    (notes) => Object.keys(notes).length <= MAX_NOTES,
    'The number of fields in notes should be less than or equal to 15',
  )
  .transform((notes) => (Object.keys(notes).length === 0 ? ([] as []) : notes))

/** Accepts JSON or an empty body: the SDK sends none for a call without parameters. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else parseJson(request, body, done)
  })
}

/** @throws RazorpayError 400 naming the first invalid field */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const given = input ?? {}
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  if (!issue) throw badRequest('The request is not valid')
  if (issue.code === 'unrecognized_keys') {
    throw invalidInput(`${issue.keys.join(', ')} is/are not required and should not be sent`)
  }
  const field = issue.path.join('.')
  const isMissing = issue.path.length === 1 && !Object.hasOwn(Object(given), String(issue.path[0]))
  throw invalidInput(isMissing ? `The ${field} field is required.` : issue.message, field)
}
