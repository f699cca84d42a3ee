import * as z from 'zod'

/** A browser that is signed in. */
export const Session = z
  .object({
    id: z.int(),
    device: z.string().meta({ description: 'browser and system, `Firefox on Linux`' }),
    address: z.string().meta({ description: 'the IP address it signed in from' }),
    createdAt: z.string(),
    lastSeenAt: z.string().meta({ description: 'to the minute' }),
    isCurrent: z.boolean().meta({ description: 'the one that asks' }),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>
