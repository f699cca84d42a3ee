/** The policies that a buyer accepts by ordering (docs/product/shop.md, The policies of an order). */
import * as z from 'zod'

export const ACCEPTED_POLICIES = ['terms-of-service', 'refund-policy'] as const

const PolicyVersion = z.object({
  policy: z.enum(ACCEPTED_POLICIES),
  version: z.string().describe('the date of the policy, such as 2024-01-01'),
  sha256: z.string().describe('of its text, in hexadecimal digits'),
})
export type PolicyVersion = z.infer<typeof PolicyVersion>

export const AcceptedPolicy = PolicyVersion.extend({ acceptedAt: z.string() })
export type AcceptedPolicy = z.infer<typeof AcceptedPolicy>
