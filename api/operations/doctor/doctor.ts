/** Checks everything that the shop depends on (docs/product/back-office.md, The doctor). */
import { Resolver } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DoctorLine, DoctorReport } from '#api/contract/operations/jobs.ts'
import { readEnv, VARIABLE_NAMES } from '#api/platform/environment/env.ts'
import { isDatabaseDown } from '#api/platform/http/database-down.ts'
import {
  type Check,
  codeOf,
  createCheck,
  type DoctorContext,
  type Finding,
  fault,
  ok,
  unset,
} from './check.ts'
import { databaseChecks, redisCheck } from './database.ts'
import { demoChecks } from './demo.ts'
import { backupCheck, backupProofCheck, lostFilesCheck, storeCheck } from './files.ts'
import { mailChecks } from './mail.ts'
import { paymentChecks, taxCheck } from './payments.ts'
import { originCheck, publishingCheck } from './publishing.ts'

/** Limit for one check. Checks have shorter timeouts of their own. */
const ENDS_WITHIN_MS = 10_000
const DNS_ANSWERS_WITHIN_MS = 1_500

/** One check for each environment variable. Never shows values. */
const configurationChecks = VARIABLE_NAMES.map((name) =>
  createCheck('Configuration', name, async ({ variables }) => {
    const problem = readEnv(variables).problems.find((line) => line.startsWith(`${name} `))
    if (!problem) return variables[name] ? ok('set') : unset('not set')
    return fault(problem.slice(name.length + 1), 'Set it, and start the processes again (.env.example).')
  }),
)

/** In display order. */
const CHECKS: readonly Check[] = [
  ...configurationChecks,
  ...databaseChecks,
  redisCheck,
  ...paymentChecks,
  taxCheck,
  ...mailChecks,
  originCheck,
  publishingCheck,
  storeCheck,
  lostFilesCheck,
  backupCheck,
  backupProofCheck,
  ...demoChecks,
]

export type DoctorOptions = Omit<DoctorContext, 'nowMs' | 'findTexts'> &
  Partial<Pick<DoctorContext, 'nowMs' | 'findTexts'>>

/** Runs all checks in parallel. */
export async function runDoctor(given: DoctorOptions): Promise<DoctorReport> {
  const context: DoctorContext = { nowMs: Date.now, findTexts: findTextsInDns, ...given }
  const lines = CHECKS.map(async (check): Promise<DoctorLine> => {
    const { group, name } = check
    return { group, name, ...(await examine(check, context)) }
  })
  return { checkedAt: new Date(context.nowMs()).toISOString(), lines: await Promise.all(lines) }
}

async function examine(check: Check, context: DoctorContext): Promise<Finding> {
  const stop = new AbortController()
  const late = sleep(ENDS_WITHIN_MS, undefined, { signal: stop.signal })
    .catch(() => {})
    .then(() => fault('took too long', 'Check that it can be reached from here.'))
  try {
    return await Promise.race([check.run(context), late])
  } catch (error) {
    if (isDatabaseDown(error)) return unset('not known while the database cannot be reached')
    return fault(`could not be checked (${codeOf(error)})`, 'Check the log of the processes.')
  } finally {
    stop.abort()
  }
}

async function findTextsInDns(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_ANSWERS_WITHIN_MS, tries: 1 })
  const records = await resolver.resolveTxt(name)
  return records.map((parts) => parts.join(''))
}
