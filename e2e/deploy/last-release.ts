/** Installs the last release as docs/upgrading.md says. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '#db/testing/node-process.ts'

/** The Node that runs the tests comes first on the PATH, so that npm uses it, too. */
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`

/** @returns stdout @throws Error with the output if the exit code is not 0 */
export async function call(
  cwd: string,
  [command = '', ...args]: string[],
  env: Record<string, string | undefined> = process.env,
): Promise<string> {
  const options = { cwd, env: { ...env, PATH }, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)(command, args, options)
  return stdout
}

/** Installs a commit. This takes minutes, so its folder is kept and reused. @returns the folder */
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
