/**
 * What the content folder says, read when the process starts. It stays the same until the process ends, so it is imported
 * like any constant (docs/decisions/030-one-folder-names-the-company.md).
 */
import { DEFAULT_CONTENT_DIR, InvalidContent, readContent } from './read-content.ts'

/** Without a company there is nothing to serve: the process ends with the faults, each with its file and line. */
function readOrExit(dir: string) {
  try {
    return readContent(dir)
  } catch (error) {
    if (!(error instanceof InvalidContent)) throw error
    for (const problem of error.problems) process.stderr.write(`${problem}\n`)
    process.exit(1)
  }
}

export const contentDir = process.env.CONTENT_DIR || DEFAULT_CONTENT_DIR
export const { brand, calendar, colors, leaders, policiesInForce } = readOrExit(contentDir)
