/**
 * The content folder, read when the process starts. It does not change until the process ends, so it is imported like any
 * constant (docs/decisions/030-one-folder-names-the-company.md).
 */
import { DEFAULT_CONTENT_DIR, InvalidContent, readContent } from './read-content.ts'

/** Ends the process if the folder has faults, and prints each with its file and line. */
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
