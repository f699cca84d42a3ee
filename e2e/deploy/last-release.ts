/** The last release, installed beside this one as docs/upgrading.md has it. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../db/testing/node-process.ts'

/** Node 24, which the project brings, also for npm itself. */
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`

/** @returns what it printed. @throws Error with its output, where it does not end with 0 */
export async function call(
  cwd: string,
  [command = '', ...args]: string[],
  env: Record<string, string | undefined> = process.env,
): Promise<string> {
  const options = { cwd, env: { ...env, PATH }, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)(command, args, options)
  return stdout
}

/** Installing takes minutes, so a commit is installed once and stays. @returns its folder */
export async function installRelease(commit: string): Promise<string> {
  const dir = join(tmpdir(), `shop-release-${commit}`)
  if (existsSync(dir)) return dir
  const unfinished = await mkdtemp(`${dir}-`)
  const archive = join(unfinished, 'shop.tar')
  await call(ROOT, ['git', 'archive', `--output=${archive}`, commit])
  await call(unfinished, ['tar', '--extract', `--file=${archive}`])
  await call(unfinished, ['npm', 'ci', '--no-audit', '--no-fund'])
  await call(unfinished, ['npm', 'run', 'build:api'])
  await rename(unfinished, dir)
  return dir
}
