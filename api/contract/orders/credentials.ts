/**
 * Credentials that a customer shares for the work on an order (docs/product/order.md, Credentials). Only the reveal call returns them.
 *
 * - `GET /orders/:id/credentials`: its customer, assigned staff, admins
 * - `POST /orders/:id/credentials` ({@link CredentialsBody}), `DELETE /credentials/:id`: its customer
 * - `POST /credentials/:id/reveal`: assigned staff, admins. Responds with {@link RevealedCredentials}.
 *
 * The other calls respond with {@link CredentialsList}.
 */
import * as z from 'zod'
import { boundedText } from '#api/contract/platform/text.ts'
import { isStorable } from '#api/rules/clean-text.ts'
import {
  CREDENTIALS_KINDS,
  type CredentialsKind,
  LONGEST_CREDENTIALS,
} from '#api/rules/order-work/credentials.ts'

const Kind = z.enum(
  Object.keys(CREDENTIALS_KINDS) as [CredentialsKind, ...CredentialsKind[]],
  'Please say what it is for',
)

export const CredentialsList = z.object({
  credentials: z
    .array(z.object({ id: z.uuid(), kind: Kind, createdAt: z.string() }))
    .describe('oldest first'),
  canAdd: z.boolean().describe('for its customer, while there is work'),
})
export type CredentialsList = z.infer<typeof CredentialsList>

export const CredentialsParams = z.object({ id: z.uuid().describe('of the credentials') })

export const CredentialsBody = z
  .object({
    kind: Kind,
    address: z.optional(boundedText({ max: LONGEST_CREDENTIALS.address, label: 'Address' })),
    userName: z.optional(boundedText({ max: LONGEST_CREDENTIALS.userName, label: 'Username' })),
    secret: z
      .string('Password must be text')
      .max(LONGEST_CREDENTIALS.secret, `Password must be at most ${LONGEST_CREDENTIALS.secret} characters`)
      .refine(isStorable, 'Password contains control characters, which cannot be stored')
      .optional()
      .describe('the password, as it is typed there'),
    note: z.optional(boundedText({ max: LONGEST_CREDENTIALS.note, label: 'Note', isLong: true })),
  })
  .refine(({ secret, note }) => secret || note, {
    path: ['secret'],
    message: 'Please enter the password, or explain in the note how to log in',
  })
export type CredentialsBody = z.infer<typeof CredentialsBody>

/** Fields that the customer left out are empty. */
export const RevealedCredentials = z.object({
  kind: Kind,
  address: z.string(),
  userName: z.string(),
  secret: z.string(),
  note: z.string(),
})
export type RevealedCredentials = z.infer<typeof RevealedCredentials>
