import * as z from 'zod'

export const Factor = z.enum(['passkey', 'totp'])
export type Factor = z.infer<typeof Factor>
