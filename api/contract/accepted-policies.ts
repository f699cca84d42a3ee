/**
 * What a buyer accepts by ordering. A version is the date at the top of the policy's page. The hash is the SHA-256 of the
 * page's Markdown below its front matter, with the company's and the provider's names filled in. Whoever changes a text or
 * such a name gives the page a new date and writes both here; site/content/policies.test.ts compares them.
 */
import * as z from 'zod'

export const POLICIES_IN_FORCE = [
  {
    policy: 'terms-of-service',
    version: '2024-01-01',
    sha256: '49df737722e41fca765f99842f5edbadf3a3bbb667be3e97004c80cc02bd422f',
  },
  {
    policy: 'refund-policy',
    version: '2024-01-01',
    sha256: '239c49c201a80b3c9717087edb0de0967a4f1772abebd50ddc4fc3a4e329bc42',
  },
] as const

export const AcceptedPolicy = z.object({
  policy: z.enum(POLICIES_IN_FORCE.map(({ policy }) => policy)),
  version: z.string().meta({ description: 'the date of the policy, such as 2024-01-01' }),
  sha256: z.string().meta({ description: 'of its text, in hexadecimal digits' }),
  acceptedAt: z.string(),
})
export type AcceptedPolicy = z.infer<typeof AcceptedPolicy>
