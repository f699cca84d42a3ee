/** Accounts as admins manage them. */
import * as z from 'zod'
import { Order } from '#api/contract/orders/orders.ts'
import { Session, User } from '#api/contract/people/auth.ts'
import { BuyerForm, optionalField } from '#api/contract/people/buyer-form.ts'
import { AuditAction } from '#api/contract/platform/audit.ts'
import { listParameters, oneOf } from '#api/contract/platform/lists.ts'
import { PersonName } from '#api/contract/platform/person-name.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { shapeBuyer } from '#api/rules/buyer-fields.ts'
import { KeysOfUser } from './api-keys.ts'

export const USER_SORTS = ['createdAt', 'firstName', 'lastName', 'email', 'company'] as const
/** `customer`: neither staff nor admin. One person may be both staff and admin. */
export const ROLES = ['admin', 'staff', 'customer'] as const

export const UserListQuery = z.object({
  ...listParameters(USER_SORTS, '-createdAt'),
  role: oneOf('role', ROLES).optional().describe('only users of this role'),
})
export type UserListQuery = z.infer<typeof UserListQuery>

const { firstName, lastName, email, password } = BuyerForm.shape
const Details = z.object(
  shapeBuyer(
    (rules) => z.optional(optionalField(rules)),
    (rules) => z.nullish(boundedText(rules)),
  ),
)

const Roles = z.object({
  isStaff: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
})
export const ChangeRolesBody = Roles.extend({ keys: KeysOfUser })
export type ChangeRolesBody = z.infer<typeof ChangeRolesBody>

/** An account created by an admin. Names and e-mail are required, as in the purchase form; all other fields are optional. */
export const CreateUserBody = z.object({
  firstName,
  lastName,
  email,
  password: z.optional(password),
  ...Details.omit({ firstName: true, lastName: true, email: true }).shape,
  ...Roles.shape,
})
export type CreateUserBody = z.infer<typeof CreateUserBody>

const OfOrder = Order.pick({ id: true, invoiceNumber: true, paymentStatus: true, packageName: true })
const Line = z.object({ order: OfOrder, text: z.string(), author: PersonName, at: z.string() })

/** Everything about one person except the lists of their orders, coupons and mails. The newest entries come first. */
export const UserPage = z.object({
  user: User,
  orders: z.int().describe('that were paid'),
  paid: z.string().describe('what was refunded too'),
  refunded: z.string(),
  currency: z.string(),
  otherPaid: z
    .array(z.object({ paid: z.string(), refunded: z.string(), currency: z.string() }))
    .optional()
    .describe('in other currencies than the default one, where there was any'),
  conversations: z
    .array(Line.extend({ awaitsReply: z.boolean().describe('their customer waits for the team') }))
    .describe('about their orders, each with its last line'),
  notes: z.array(Line).describe('of the team alone, about their orders'),
  sessions: z.array(Session),
  signIns: z.array(z.object({ at: z.string(), action: AuditAction, address: z.string().nullable() })),
})
export type UserPage = z.infer<typeof UserPage>

export const DisabledBody = z.object({ isDisabled: z.boolean(), keys: KeysOfUser })
export type DisabledBody = z.infer<typeof DisabledBody>
