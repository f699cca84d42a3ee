/**
 * Credentials that a customer shares for the work on an order (docs/product/order.md, Access data). Only the reveal call returns them.
 *
 * - `GET /orders/:id/access`: its customer, assigned staff, admins
 * - `POST /orders/:id/access` ({@link AccessBody}), `DELETE /access/:id`: its customer
 * - `POST /access/:id/reveal`: assigned staff, admins. Responds with {@link AccessData}.
 *
 * The other calls respond with {@link AccessList}.
 */
import * as z from 'zod'
import { boundedText } from '#api/contract/platform/text.ts'
import { isStorable } from '#api/rules/clean-text.ts'
import { ACCESS_KINDS, type AccessKind, LONGEST_ACCESS } from '#api/rules/order-work/access.ts'

const Kind = z.enum(Object.keys(ACCESS_KINDS) as [AccessKind, ...AccessKind[]], 'Please say what it is for')

export const AccessList = z.object({
  access: z.array(z.object({ id: z.uuid(), kind: Kind, createdAt: z.string() })).describe('oldest first'),
  canAdd: z.boolean().describe('for its customer, while there is work'),
})
export type AccessList = z.infer<typeof AccessList>

export const AccessParams = z.object({ id: z.uuid().describe('of the access') })

export const AccessBody = z
  .object({
    kind: Kind,
    address: z.optional(boundedText({ max: LONGEST_ACCESS.address, label: 'Address' })),
    userName: z.optional(boundedText({ max: LONGEST_ACCESS.userName, label: 'User name' })),
    secret: z
      .string('Password must be text')
      .max(LONGEST_ACCESS.secret, `Password must be at most ${LONGEST_ACCESS.secret} characters`)
      .refine(isStorable, 'Password contains control characters, which cannot be stored')
      .optional()
      .describe('the password, as it is typed there'),
    note: z.optional(boundedText({ max: LONGEST_ACCESS.note, label: 'Note', isLong: true })),
  })
  .refine(({ secret, note }) => secret || note, {
    path: ['secret'],
    message: 'Please give the password, or say in the note how to get in',
  })
export type AccessBody = z.infer<typeof AccessBody>

/** Fields that the customer left out are empty. */
export const AccessData = z.object({
  kind: Kind,
  address: z.string(),
  userName: z.string(),
  secret: z.string(),
  note: z.string(),
})
export type AccessData = z.infer<typeof AccessData>
