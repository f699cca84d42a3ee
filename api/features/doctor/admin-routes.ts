import type { App, Services } from '../../app-type.ts'
import { DoctorReport } from '../../contract/doctor.ts'
import { call } from '../../http/call.ts'
import { MINUTE_MS } from '../../http/limits.ts'

export function doctorAdminRoutes(app: App, { env, db, gateway }: Services): void {
  call(app, 'GET /admin/doctor', {
    access: 'admin',
    operationId: 'examineShop',
    summary: 'Everything the shop depends on, and what is wrong with it',
    description:
      'A line for each variable, the database, Redis, payments, mail, site, backups and what is left of the demo. It may take seconds.',
    // It asks mail server, provider and DNS.
    limits: [{ name: 'doctor', by: 'user', max: 30, windowMs: 10 * MINUTE_MS }],
    response: DoctorReport,
    handler: async () => {
      // Rarely asked for, so that it takes memory only then.
      const { runDoctor } = await import('./doctor.ts')
      return runDoctor({
        variables: process.env,
        env,
        db,
        gateway: env.paymentCredentials ? gateway : undefined,
      })
    },
  })
}
