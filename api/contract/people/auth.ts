/** Users and buyers in responses, signing in, passwords, sessions. */
import * as z from 'zod'
import { Factor } from '#api/contract/platform/factor.ts'
import { Id } from '#api/contract/platform/lists.ts'
import { shapeBuyer } from '#api/rules/buyer-fields.ts'
import { BuyerForm, EmailAddress, NewPassword } from './buyer-form.ts'
import { MOST_PASSKEYS, SecondFactorStatus } from './second-factor.ts'

const BUYER_SHAPE = shapeBuyer(
  () => z.string(),
  () => z.string().nullable(),
)

/** An order's buyer, as recorded at the time of the order. */
export const Buyer = z.object(BUYER_SHAPE)
export type Buyer = z.infer<typeof Buyer>

/** A user in responses, without the password and its hash. */
export const User = z
  .object({
    id: z.int(),
    ...BUYER_SHAPE,
    isEmailVerified: z.boolean().describe('somebody who reads its mails has shown so'),
    isStaff: z.boolean(),
    isAdmin: z.boolean(),
    factors: z.array(Factor).describe('its kinds of second factor; often none'),
    isDisabled: z.boolean().describe('nobody can sign in to it or order with it'),
    isErased: z.boolean().describe('it names nobody any more, and stays disabled'),
    createdAt: z.string(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const LoginBody = z.object({
  email: EmailAddress,
  password: NewPassword,
})
export type LoginBody = z.infer<typeof LoginBody>

export const SignOutQuery = z.object({
  session: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional()
    .describe('the only session to end, as the cookie `session_name` names it'),
})

const { couponCode: _, taxId: __, reference: ___, ...registration } = BuyerForm.shape
export const RegisterBody = z.object(registration)
export type RegisterBody = z.infer<typeof RegisterBody>

export const SessionLoginBody = z.object({ sessionId: z.string().min(1).max(200) })
export type SessionLoginBody = z.infer<typeof SessionLoginBody>

export const ConfirmEmailBody = z.object({
  token: z.string('This link is incomplete').min(1, 'This link is incomplete').max(200),
})

/** The address that the link was mailed to. */
export const ConfirmLinkResponse = z.object({ email: z.string() })

export const RequestResetBody = z.object({ email: EmailAddress })
export type RequestResetBody = z.infer<typeof RequestResetBody>

/** The message is the same for every e-mail address, so that it does not reveal who has an account. */
export const RequestResetResponse = z.object({ message: z.string() })
export type RequestResetResponse = z.infer<typeof RequestResetResponse>

export const ResetTokenBody = z.object({
  token: z.string('This link is incomplete').min(1, 'This link is incomplete').max(200),
})

/** The second factors of the account of a reset link. */
export const ResetFactors = z.object({
  ...SecondFactorStatus.pick({ passkeys: true, totp: true }).shape,
  isRemovable: z
    .boolean()
    .describe('whether the link may remove them: those of staff and admins only another admin resets'),
})
export type ResetFactors = z.infer<typeof ResetFactors>

export const ResetPasswordBody = ResetTokenBody.extend({
  newPassword: NewPassword,
  disowned: z
    .object({
      passkeyIds: z.array(Id).max(MOST_PASSKEYS).default([]),
      totp: z.boolean().default(false),
    })
    .optional()
    .describe('factors that the owner has not added: they are removed, with the recovery codes'),
})
export type ResetPasswordBody = z.infer<typeof ResetPasswordBody>

/** The e-mail address of the account whose password was set, to sign in with. */
export const ResetPasswordResponse = z.object({ email: z.string() })
export type ResetPasswordResponse = z.infer<typeof ResetPasswordResponse>

export const Session = z
  .object({
    id: z.int(),
    device: z.string().describe('browser and system, `Firefox on Linux`'),
    address: z.string().describe('the IP address it signed in from'),
    createdAt: z.string(),
    lastSeenAt: z.string().describe('to the minute'),
    isCurrent: z.boolean().describe('the one that asks'),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>
