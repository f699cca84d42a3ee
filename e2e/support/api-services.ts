/** The same services as in api/server.ts, for modified servers of tests and measurements. */

import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { createGateway } from '#api/money/payments/provider.ts'
import { parseEnv } from '#api/platform/environment/env.ts'
import { Jobs } from '#api/platform/jobs/jobs.ts'
import { createMailer, type Mailer } from '#api/platform/mail/transport.ts'
import { createDb } from '#db/connection/connection.ts'

/** @throws Error if the environment lacks a variable */
export function openServices(): PaymentServices & { mailer: Mailer } {
  const env = parseEnv(process.env)
  if (!env.databaseUrl || !env.paymentCredentials) throw new Error('DATABASE_URL and RAZORPAY_… must be set')
  const gateway = createGateway({
    ...env.paymentCredentials,
    ...(env.paymentApiUrl && { apiUrl: env.paymentApiUrl }),
  })
  const jobs = new Jobs({ databaseUrl: env.databaseUrl })
  return { env, db: createDb(env.databaseUrl), gateway, jobs, mailer: createMailer(env) }
}
