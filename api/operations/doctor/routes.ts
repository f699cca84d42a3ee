import { DoctorReport } from '#api/contract/operations/jobs.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import type { App } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { MINUTE_MS } from '#api/platform/http/limits.ts'

export function doctorAdminRoutes(app: App, { env, db, gateway }: PaymentServices): void {
  call(app, 'GET /admin/doctor', {
    access: 'admin',
    operationId: 'examineShop',
    summary: 'Everything the shop depends on, and what is wrong with it',
    description: 'It asks the mail server, the payment provider and DNS, so it may take seconds.',
    // Each call asks the mail server, the payment provider and DNS.
    limits: [{ name: 'doctor', by: 'user', max: 30, windowMs: 10 * MINUTE_MS }],
    response: DoctorReport,
    handler: async () => {
      // Loads it on demand, because it is rarely used and takes memory.
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
