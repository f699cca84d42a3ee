import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DoctorLine } from '#api/contract/operations/jobs.ts'
import { createGateway } from '#api/money/payments/provider.ts'
import { runDoctor } from '#api/operations/doctor/doctor.ts'
import { type Env, readEnv } from '#api/platform/environment/env.ts'
import { say } from '#api/platform/logging/terminal.ts'
import { createDb } from '#db/connection/connection.ts'
import { findRunningUrl } from '#db/connection/embedded.ts'
import { type Command, expectNoArguments } from './command.ts'

const SYMBOLS = { ok: '✔', fault: '✘', unset: '–' } as const

/** @returns the database URL that the shop's processes use: the configured one, else that of a running demo */
async function findDatabaseUrl({ databaseUrl, dataDir }: Env): Promise<string | undefined> {
  if (databaseUrl) return databaseUrl
  const running = await findRunningUrl(dataDir)
  const password = await readFile(join(dataDir, 'process-password'), 'utf8').catch(() => undefined)
  if (!running || !password) return running
  const url = new URL(running)
  url.username = 'shop_process'
  url.password = password.trim()
  return url.href
}

function describe({ name, state, text, advice }: DoctorLine): string[] {
  return [`  ${SYMBOLS[state]} ${name}: ${text}`, ...(advice ? [`      ${advice}`] : [])]
}

export const command: Command = {
  options: { json: { type: 'boolean', default: false } },
  async run(args) {
    expectNoArguments(args)
    // An invalid variable becomes a line of the report and does not end the command.
    const { env } = readEnv(process.env)
    const url = await findDatabaseUrl(env)
    const db = url === undefined ? undefined : createDb(url, { applicationName: 'doctor' })
    const { paymentCredentials, paymentApiUrl } = env
    const gateway =
      paymentCredentials &&
      createGateway({ ...paymentCredentials, ...(paymentApiUrl && { apiUrl: paymentApiUrl }) })
    const report = await runDoctor({ variables: process.env, env, db, gateway })
    await db?.destroy()
    if (args.values.json) say(JSON.stringify(report, null, 2))
    else {
      for (const [group, lines] of Map.groupBy(report.lines, (line) => line.group)) {
        say(group)
        for (const text of lines.flatMap(describe)) say(text)
      }
    }
    return report.lines.some(({ state }) => state === 'fault') ? 1 : 0
  },
}
