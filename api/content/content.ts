/**
 * The content folder, read once when the process starts, so modules import it like any constant
 * (docs/decisions/030-one-folder-names-the-company.md).
 */
import { DEFAULT_CONTENT_DIR, InvalidContent, readContent } from './read-content.ts'

/** Prints each fault of the folder with file and line, and ends the process if there is one. */
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
export const { brand, calendar, colors, currencies, leaders, policiesInForce, policyVersions } =
  readOrExit(contentDir)
