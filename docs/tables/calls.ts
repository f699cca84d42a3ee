/** Every call: who may make it, what it does, what it refuses for reasons of its own, and how often it may be tried. */
import { tmpdir } from 'node:os'
import { buildApp } from '../../api/app.ts'
import { REFUSALS } from '../../api/contract/openapi-refusals.ts'
import { parseEnv } from '../../api/env.ts'
import { createGateway } from '../../api/features/payments/provider.ts'
import { Jobs } from '../../api/jobs/jobs.ts'
import type { Access } from '../../api/plugins/guards.ts'
import { createDb } from '../../db/connection.ts'
import { writeTable } from './markdown.ts'

/** Nothing listens there: a call is described without being made. */
const NOWHERE = 'postgres://nobody@127.0.0.1:1/nowhere'

const WHO = {
  public: 'all',
  optional: 'all',
  customer: 'signed in',
  staff: 'staff',
  admin: 'admin',
} satisfies Record<Access, string>

interface Call {
  method: string
  /** As registered, such as `/api/orders/:id/answers`. */
  url: string
  access: Access
  summary: string
  tag: string
}

interface Described {
  tags: { name: string }[]
  paths: Record<string, Record<string, { summary?: string; tags?: string[] }>>
}

async function listCalls(): Promise<{ calls: Call[]; tags: string[] }> {
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
  const { tags, paths } = app.swagger() as unknown as Described
  const calls = app.routeTable.flatMap(({ method, url, access }) => {
    const described = paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    return described
      ? [{ method, url, access, summary: described.summary ?? '', tag: described.tags?.[0] ?? '' }]
      : []
  })
  await app.close()
  await db.destroy()
  return { calls, tags: tags.map(({ name }) => name) }
}

const refusalsOf = ({ method, url }: Call) =>
  Object.entries(REFUSALS[`${method} ${url}`] ?? {})
    .map(([status, why]) => `${status}: ${why}`)
    .join('; ')

export async function writeCalls(): Promise<string> {
  const { calls, tags } = await listCalls()
  const sections = tags.flatMap((tag) => {
    const rows = calls
      .filter((call) => call.tag === tag)
      .map((call) => [`\`${call.method} ${call.url}\``, WHO[call.access], call.summary, refusalsOf(call)])
    return rows.length === 0
      ? []
      : [`## ${tag}\n\n${writeTable(['call', 'who', 'what', 'refusals of its own'], rows)}`]
  })
  return sections.join('\n\n')
}
