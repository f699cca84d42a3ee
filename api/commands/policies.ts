import { findPolicyChanges, type PolicyChange, writePolicyVersion } from '#api/content/policy-changes.ts'
import { DEFAULT_CONTENT_DIR, InvalidContent } from '#api/content/read-content.ts'
import { say } from '#api/platform/logging/terminal.ts'
import { CannotProceed } from '#db/connection/postgres-client.ts'
import { type Command, expectNoArguments } from './command.ts'

/** Shows what the policies say otherwise since their last version, and writes the new versions, without which nothing starts. */
export const command: Command = {
  async run(given) {
    expectNoArguments(given)
    const dir = process.env.CONTENT_DIR || DEFAULT_CONTENT_DIR
    const changes = readChanges(dir)
    for (const change of changes) {
      writePolicyVersion(dir, change)
      for (const line of describe(change)) say(line)
    }
    say(
      changes.length > 0
        ? '✔ Dates and lines are written. Read the texts before you start the shop: buyers accept them from then on'
        : '✔ No policy has changed since its last version',
    )
    return 0
  },
}

function readChanges(dir: string): PolicyChange[] {
  try {
    return findPolicyChanges(dir)
  } catch (error) {
    if (error instanceof InvalidContent) throw new CannotProceed(error.problems.join('\n'), { cause: error })
    throw error
  }
}

function describe({ slug, version, sha256, lines }: PolicyChange): string[] {
  return [
    `${slug}, from ${version}`,
    ...(lines
      ? [...lines.before.map((line) => `  - ${line}`), ...lines.after.map((line) => `  + ${line}`)]
      : ['  Its text was edited: compare it with your own copy.']),
    `  ${version}: ${sha256}`,
    '',
  ]
}
