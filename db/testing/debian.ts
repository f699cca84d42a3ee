/** Installs programs for tests and measurements that npm does not have. */
import { spawnSync } from 'node:child_process'

const WITHIN_MS = 300_000

export const succeeds = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: WITHIN_MS }).status === 0

/** Whether this process has run `apt-get update`: once is enough, and a dozen packages would each take a minute. */
let hasLists = false

/** Does nothing unless it runs as root. The caller checks whether the program exists. */
export function installFromDebian(packageName: string): void {
  if (process.getuid?.() !== 0) return
  process.stdout.write(`· No ${packageName} here: installing Debian's package …\n`)
  if (!hasLists) hasLists = succeeds('apt-get', ['update'])
  succeeds('apt-get', ['install', '-y', '--no-install-recommends', packageName])
}

/** Installs Debian's packages where they are missing. @throws Error with what to install, if that does not help */
export function ensureInstalled(isThere: () => boolean, ...packages: string[]): void {
  if (isThere()) return
  for (const name of packages) installFromDebian(name)
  const names = packages.join(' ')
  if (!isThere()) throw new Error(`Missing here: ${names}. Install it (Debian: apt-get install ${names})`)
}
