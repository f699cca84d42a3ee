import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { InvalidContent, readContent } from '#api/content/read-content.ts'

/**
 * Adds the missing lines to `policies/versions.yaml`, as the shop asks for at its start (docs/make-it-yours.md, 4. Policies).
 * @throws Error for any other fault in the content folder
 */
export async function acceptPolicies(contentDir: string): Promise<void> {
  const file = join(contentDir, 'policies', 'versions.yaml')
  const versions = parseDocument(await readFile(file, 'utf8'))
  for (const problem of listProblems(contentDir)) {
    const [, name = '', date = '', hash = ''] =
      /versions\.yaml: ([\w-]+): .* ([\d-]{10}): (\w{64})$/.exec(problem) ?? []
    if (!hash) throw new Error(problem)
    versions.setIn([name, date], hash)
  }
  await writeFile(file, String(versions))
}

function listProblems(contentDir: string): string[] {
  try {
    readContent(contentDir)
    return []
  } catch (error) {
    if (error instanceof InvalidContent) return error.problems
    throw error
  }
}
