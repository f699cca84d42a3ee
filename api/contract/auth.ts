import * as z from 'zod'
import { shapeBuyer } from './buyer-fields.ts'
import { BuyerForm, EmailAddress, NewPassword } from './buyer-form.ts'
import { Factor } from './second-factor.ts'

const BUYER_SHAPE = shapeBuyer(
  () => z.string(),
  () => z.string().nullable(),
)

/** What an order shows of its buyer, as they were when they ordered. */
export const Buyer = z.object(BUYER_SHAPE)
export type Buyer = z.infer<typeof Buyer>

/** A user on the wire: never a password, never a hash. */
export const User = z
  .object({
    id: z.int(),
    ...BUYER_SHAPE,
    isEmailVerified: z.boolean().meta({ description: 'somebody who reads its mails has shown so' }),
    isStaff: z.boolean(),
    isAdmin: z.boolean(),
    factors: z.array(Factor).meta({ description: 'its kinds of second factor; often none' }),
    isDisabled: z.boolean().meta({ description: 'nobody can sign in to it or order with it' }),
    isErased: z.boolean().meta({ description: 'it names nobody any more, and stays disabled' }),
    createdAt: z.string(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const LoginBody = z.object({
  email: EmailAddress,
  password: NewPassword,
})
export type LoginBody = z.infer<typeof LoginBody>

const { couponCode: _, taxId: __, ...registration } = BuyerForm.shape
export const RegisterBody = z.object(registration)
export type RegisterBody = z.infer<typeof RegisterBody>

export const SessionLoginBody = z.object({ sessionId: z.string().min(1).max(200) })
export type SessionLoginBody = z.infer<typeof SessionLoginBody>
