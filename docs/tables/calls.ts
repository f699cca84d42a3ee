/** Every call: who may make it, with which scope of a key, and what it does. Its refusals are in the OpenAPI document. */
import { tmpdir } from 'node:os'
import { buildApp } from '#api/app.ts'
import { createGateway } from '#api/money/payments/provider.ts'
import { parseEnv } from '#api/platform/environment/env.ts'
import { type Access, TAGS } from '#api/platform/http/call.ts'
import { Jobs } from '#api/platform/jobs/jobs.ts'
import type { Route } from '#api/platform/plugins/route-table.ts'
import { createDb } from '#db/connection/connection.ts'
import { writeTable } from './markdown.ts'
import type { OpenapiDocument } from './reference.ts'

/** A database URL where nothing listens, because calls are described without being made. */
const NOWHERE = 'postgres://nobody@127.0.0.1:1/nowhere'

const WHO = {
  public: 'all',
  optional: 'all',
  customer: 'signed in',
  staff: 'staff',
  admin: 'admin',
} satisfies Record<Access, string>

export async function describeApi(): Promise<{ calls: readonly Route[]; document: OpenapiDocument }> {
  const secret = 'for-describing-calls-alone-0123456789'
  const jobs = new Jobs({ databaseUrl: NOWHERE, isWorking: false })
  const db = createDb(NOWHERE)
  const app = await buildApp({
    env: {
      ...parseEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: tmpdir() }),
      sessionSecrets: [secret],
    },
    db,
    gateway: createGateway({
      keyId: 'rzp_test_none',
      keySecret: secret,
      webhookSecret: secret,
      checkoutScript: '/',
    }),
    jobs,
    overload: false,
  })
  await app.ready()
  const document = app.swagger() as unknown as OpenapiDocument
  await app.close()
  await db.destroy()
  return { calls: app.routeTable, document }
}

export function writeCalls(calls: readonly Route[]): string {
  const sections = Object.keys(TAGS).flatMap((tag) => {
    const rows = calls
      .filter((call) => call.tag === tag)
      .map(({ method, url, access, scope, proofScope, summary }) => [
        `\`${method} ${url}\``,
        WHO[access],
        [scope, proofScope].filter(Boolean).join(', '),
        summary,
      ])
    return rows.length === 0
      ? []
      : [`## ${tag}\n\n${writeTable(['call', 'who', 'scope of a key', 'what'], rows)}`]
  })
  return sections.join('\n\n')
}
