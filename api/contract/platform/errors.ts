import * as z from 'zod'
import { Factor } from './factor.ts'

/** The response of every refused call. `message` is written for people. */
export const ErrorBody = z
  .object({
    code: z
      .string()
      .meta({ examples: ['not_found'] })
      .describe('snake_case, for programs'),
    message: z
      .string()
      .meta({ examples: ['Package not found'] })
      .describe('a text a person can read'),
    requestId: z.string().optional().describe('names the request in the log'),
    finalAmount: z.string().optional().describe('with price_changed: the right figure'),
    currency: z.string().optional().describe('of finalAmount'),
    version: z.int().optional().describe('with changed_meanwhile: that of the package as it is now'),
    factors: z.array(Factor).optional().describe('with second_factor_needed: what the account has'),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'ErrorBody' })
export type ErrorBody = z.infer<typeof ErrorBody>
