/** Compares URLs with a reference by measuring them in turn, under the same load. */
import { randomBytes } from 'node:crypto'
import { Signer } from '@fastify/cookie'
import type { Knex } from 'knex'
import { hashToken } from '#api/platform/http/token-hash.ts'
import { sessionCookieName } from '#api/platform/plugins/session.ts'
import { applyLoad, type Load, median } from '#e2e/support/load.ts'
import type { Figures } from './figures.ts'
import { PROXIED, PUBLIC_ORIGIN, SESSION_SECRET } from './machine.ts'

export interface Pace {
  connections: number[]
  /** Seconds of load before measuring. A process is a fifth slower at first, while it compiles code and allocates memory. 0: none. */
  warmUpSeconds: number
  rounds: number
  seconds: number
}

export interface Subject {
  name: string
  url: string
  headers?: Record<string, string>
  /** The smallest allowed share of the reference, by number of connections. */
  atLeast?: Record<number, number>
}

/** Signs a user in without a password, as if just verified. @returns the request headers of the session */
export async function openSession(db: Knex, userId: number): Promise<Record<string, string>> {
  const sessionId = randomBytes(24).toString('base64url')
  const idHash = hashToken(sessionId)
  await db('sessions').insert({
    idHash,
    userId,
    expiresAt: db.raw(`now() + interval '12 hours'`),
    provedAt: db.raw(`now() + interval '12 hours'`),
  })
  const signed = encodeURIComponent(new Signer([SESSION_SECRET]).sign(sessionId))
  return { ...PROXIED, cookie: `${sessionCookieName({ publicOrigin: PUBLIC_ORIGIN })}=${signed}` }
}

/** Each round measures the reference before and after all subjects, so that a busy minute affects both. */
export async function compareReads(
  figures: Figures,
  {
    section,
    reference,
    subjects,
    pace,
  }: { section: string; reference: Pick<Subject, 'name' | 'url'>; subjects: Subject[]; pace: Pace },
): Promise<void> {
  for (const connections of pace.connections) {
    for (const { url, headers } of pace.warmUpSeconds > 0 ? subjects : [])
      await applyLoad({ url, connections, seconds: pace.warmUpSeconds, ...(headers && { headers }) })
    const shares = new Map<Subject, number[]>()
    const loads = new Map<Subject, Load[]>()
    const ofReference: Load[] = []
    const measure = (url: string, headers = {}) =>
      applyLoad({ url, connections, seconds: pace.seconds, headers })
    for (let round = 0; round < pace.rounds; round += 1) {
      let before = await measure(reference.url)
      ofReference.push(before)
      for (const subject of subjects) {
        const load = await measure(subject.url, subject.headers)
        const after = await measure(reference.url)
        loads.set(subject, [...(loads.get(subject) ?? []), load])
        shares.set(subject, [
          ...(shares.get(subject) ?? []),
          (2 * load.perSecond) / (before.perSecond + after.perSecond),
        ])
        ofReference.push(after)
        before = after
      }
    }
    const at = `${connections} connections`
    const perSecond = (loads: Load[]) => median(loads.map((load) => load.perSecond))
    const p99Ms = (loads: Load[]) => median(loads.map((load) => load.p99Ms))
    figures.add({
      section,
      name: `${reference.name}, ${at}`,
      value: perSecond(ofReference),
      unit: '/s',
      note: `p99 ${p99Ms(ofReference).toFixed(1)} ms`,
    })
    for (const subject of subjects) {
      const measured = loads.get(subject) ?? []
      const atLeast = subject.atLeast?.[connections]
      figures.add({
        section,
        name: `${subject.name}, ${at}`,
        value: median(shares.get(subject) ?? []),
        unit: '×',
        ...(atLeast !== undefined && { budget: { atLeast } }),
        note: `${Math.round(perSecond(measured))}/s, p99 ${p99Ms(measured).toFixed(1)} ms`,
      })
    }
  }
}
