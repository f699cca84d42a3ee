/** Runs Redocly, by which integrators check an OpenAPI document and make clients of it. */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { inherited } from '#db/testing/node-process.ts'

const PROGRAM = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')

/** @returns its output @throws Error with `stdout` where it ends with another code than 0, as `lint` does when it finds something */
export async function runRedocly(folder: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: { ...inherited(), REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  return stdout
}
