/** Reads the last release from docs/upgrading.md. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './node-process.ts'

const LINE = /^Last release: (\S+), commit `([0-9a-f]+)`, migrations up to `(\S+)`$/m

export interface LastRelease {
  /** @example '0.7.0' */
  version: string
  commit: string
  /** The name of its last migration, without the ending. */
  migration: string
}

/** @throws Error if the line is missing */
export async function readLastRelease(): Promise<LastRelease> {
  const text = await readFile(join(ROOT, 'docs', 'upgrading.md'), 'utf8')
  const [, version, commit, migration] = LINE.exec(text) ?? []
  if (!version || !commit || !migration) throw new Error('docs/upgrading.md does not name the last release')
  return { version, commit, migration }
}
