/** Checks everything that the shop depends on (docs/product/back-office.md, The doctor). */
import { Resolver } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DoctorLine, DoctorReport } from '#api/contract/operations/jobs.ts'
import { readEnv, VARIABLE_NAMES } from '#api/platform/environment/env.ts'
import { isDatabaseDown } from '#api/platform/http/database-down.ts'
import {
  type Check,
  createCheck,
  type DoctorContext,
  errorCode,
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

/** For the whole of one check. Each step of a check has a shorter timeout of its own. */
const CHECK_TIMEOUT_MS = 10_000
const DNS_TIMEOUT_MS = 1_500

/** One check for each environment variable. None shows a value, because some are secrets. */
const configurationChecks = VARIABLE_NAMES.map((name) =>
  createCheck('Configuration', name, async ({ variables }) => {
    const problem = readEnv(variables).problems.find((line) => line.startsWith(`${name} `))
    if (!problem) return variables[name] ? ok('Set') : unset('Not set')
    const text = problem.charAt(name.length + 1).toUpperCase() + problem.slice(name.length + 2)
    return fault(text, 'Set it and restart the processes (.env.example).')
  }),
)

/** In the order in which they are shown. */
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

export type DoctorOptions = Omit<DoctorContext, 'nowMs' | 'findTxtRecords'> &
  Partial<Pick<DoctorContext, 'nowMs' | 'findTxtRecords'>>

/** Runs all checks in parallel. */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const context: DoctorContext = { nowMs: Date.now, findTxtRecords: findTxtRecordsInDns, ...options }
  const lines = CHECKS.map(async (check): Promise<DoctorLine> => {
    const { group, name } = check
    return { group, name, ...(await runCheck(check, context)) }
  })
  return { checkedAt: new Date(context.nowMs()).toISOString(), lines: await Promise.all(lines) }
}

async function runCheck(check: Check, context: DoctorContext): Promise<Finding> {
  const timer = new AbortController()
  const timedOut = sleep(CHECK_TIMEOUT_MS, undefined, { signal: timer.signal })
    .catch(() => {})
    .then(() => fault('Took too long', 'Check that it can be reached from here.'))
  try {
    return await Promise.race([check.run(context), timedOut])
  } catch (error) {
    if (isDatabaseDown(error)) return unset('Not known while the database cannot be reached')
    return fault(`Could not be checked (${errorCode(error)})`, 'Check the log of the processes.')
  } finally {
    timer.abort()
  }
}

async function findTxtRecordsInDns(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 })
  const records = await resolver.resolveTxt(name)
  return records.map((parts) => parts.join(''))
}
