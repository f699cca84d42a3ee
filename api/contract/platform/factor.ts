import * as z from 'zod'

/** A kind of second factor. */
export const Factor = z.enum(['passkey', 'totp'])
export type Factor = z.infer<typeof Factor>
