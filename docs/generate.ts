/**
 * `npm run docs`: generates the tables of docs/product/tables and the site's API reference from the code. With `--check`, as in
 * `npm run check`, it writes nothing and exits with 1 if one is out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describeApi, writeCalls } from './tables/calls.ts'
import { writeEvents } from './tables/events.ts'
import { writeLimits } from './tables/limits.ts'
import { describeReference, writeReference } from './tables/reference.ts'

const FOLDER = 'docs/product/tables'

const { calls, document } = await describeApi()

const TABLES: Record<string, { title: string; text: string }> = {
  calls: { title: 'Calls', text: writeCalls(calls) },
  limits: { title: 'Limits of calls', text: writeLimits(calls) },
  events: { title: 'Events of outgoing webhooks', text: writeEvents() },
}

const isCheck = process.argv.includes('--check')

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const files: Record<string, string> = {
  'site/components/developers/reference.json': writeReference(describeReference(document)),
}
for (const [name, { title, text }] of Object.entries(TABLES)) {
  const note = 'Written from the code by `npm run docs`; do not edit.'
  files[`${FOLDER}/${name}.md`] = `# ${title}\n\n${note}\n\n${text}\n`
}

if (!isCheck) mkdirSync(FOLDER, { recursive: true })
for (const [file, written] of Object.entries(files)) {
  if (readText(file) === written) continue
  if (!isCheck) {
    writeFileSync(file, written)
    continue
  }
  process.stderr.write(`✘ ${file} is out of date: npm run docs\n`)
  process.exitCode = 1
}
