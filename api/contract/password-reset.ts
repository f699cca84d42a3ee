import * as z from 'zod'
import { EmailAddress, NewPassword } from './buyer-form.ts'

export const RequestResetBody = z.object({ email: EmailAddress })
export type RequestResetBody = z.infer<typeof RequestResetBody>

/** The same for every e-mail, so that nobody learns who has an account. */
export const RequestResetResponse = z.object({ message: z.string() })
export type RequestResetResponse = z.infer<typeof RequestResetResponse>

export const ResetPasswordBody = z.object({
  token: z.string('This link is not complete').min(1, 'This link is not complete').max(200),
  newPassword: NewPassword,
})
export type ResetPasswordBody = z.infer<typeof ResetPasswordBody>

/** Whose password was set, to sign in with. */
export const ResetPasswordResponse = z.object({ email: z.string() })
export type ResetPasswordResponse = z.infer<typeof ResetPasswordResponse>
