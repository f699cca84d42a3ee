/** Schemas for texts in the content folder, with plain error messages. */
import * as z from 'zod'
import { cleanEmail, EMAIL_PATTERN } from '#api/rules/clean-text.ts'

export const Line = z.string('must be a text').trim().min(1, 'must not be empty')
export const Email = z
  .string('must be a text')
  .overwrite(cleanEmail)
  .regex(EMAIL_PATTERN, 'must be an e-mail address such as hello@company.example')
/** The length that search results can show: shorter texts say too little, longer ones are cut off. */
export const SearchDescription = Line.min(120, 'must have at least 120 characters').max(
  155,
  'must have at most 155 characters',
)
