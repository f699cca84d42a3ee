import * as z from 'zod'

export const PersonName = z.object({ id: z.int(), firstName: z.string(), lastName: z.string() })
export type PersonName = z.infer<typeof PersonName>
