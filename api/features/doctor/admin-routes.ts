import type { App, Services } from '../../app-type.ts'
import { DoctorReport } from '../../contract/doctor.ts'

export function doctorAdminRoutes(app: App, { env, db, gateway }: Services): void {
  app.get(
    '/admin/doctor',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'examineShop',
        summary: 'Everything the shop depends on, and what is wrong with it',
        description:
          'A line for each variable, the database, Redis, payments, mail, site, backups and what is left of the demo. It may take seconds.',
        response: { 200: DoctorReport },
      },
    },
    async () => {
      // Rarely asked for, so that it takes memory only then.
      const { runDoctor } = await import('./doctor.ts')
      return runDoctor({
        variables: process.env,
        env,
        db,
        gateway: env.paymentCredentials ? gateway : undefined,
      })
    },
  )
}
