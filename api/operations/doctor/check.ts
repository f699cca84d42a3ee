/** The interface of the doctor's checks. */
import type { Knex } from 'knex'
import type { DoctorLine } from '#api/contract/operations/jobs.ts'
import type { Gateway } from '#api/money/payments/gateway.ts'
import type { Env } from '#api/platform/environment/env.ts'

/** The parts that checks examine. A part that is not set up is undefined. */
export interface DoctorContext {
  /** Environment variables of the process. */
  variables: Readonly<Record<string, string | undefined>>
  env: Env
  db: Knex | undefined
  gateway: Gateway | undefined
  nowMs: () => number
  /** @throws Error with the `code` of node:dns */
  findTxtRecords: (name: string) => Promise<string[]>
}

export type Finding = Pick<DoctorLine, 'state' | 'text' | 'advice'>

export interface Check {
  group: DoctorLine['group']
  name: string
  run(context: DoctorContext): Promise<Finding>
}

export function createCheck(group: Check['group'], name: string, run: Check['run']): Check {
  return { group, name, run }
}

export const ok = (text: string): Finding => ({ state: 'ok', text, advice: null })
export const unset = (text: string): Finding => ({ state: 'unset', text, advice: null })
export const WITHOUT_DATABASE = unset('Not known without a database')
export const fault = (text: string, advice: string): Finding => ({ state: 'fault', text, advice })

/** Returns an error's code. Omits the message, which may contain a URL with its password. @example 'ECONNREFUSED' */
export function errorCode(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  if (cause !== undefined) return errorCode(cause)
  return error instanceof Error ? error.name : 'unknown'
}

/** @example describeAge(90 * 60_000) // '2 hours' */
export function describeAge(ms: number): string {
  const hours = Math.round(ms / 3_600_000)
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}
