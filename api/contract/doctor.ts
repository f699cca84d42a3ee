/** What `shop doctor` and the admin area's Setup say of the shop's surroundings. */
import * as z from 'zod'

export const CHECK_GROUPS = [
  'Configuration',
  'Database',
  'Redis',
  'Payments',
  'Mail',
  'Site',
  'Backups',
  'Demo',
] as const

export const DoctorLine = z.object({
  group: z.enum(CHECK_GROUPS),
  name: z.string(),
  state: z.enum(['ok', 'fault', 'unset']).describe('unset: not set up, or not known yet'),
  text: z.string().describe('what was found; never a secret'),
  advice: z.string().nullable().describe('what to do about a fault'),
})
export type DoctorLine = z.infer<typeof DoctorLine>

export const DoctorReport = z.object({ checkedAt: z.string(), lines: z.array(DoctorLine) })
export type DoctorReport = z.infer<typeof DoctorReport>
