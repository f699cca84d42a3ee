/**
 * `npm run docs`: generates the tables of docs/product/tables and the site's API reference from the code. With `--check`, as in
 * `npm run check`, it writes nothing and exits with 1 if one is out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describeApi, writeCalls } from './tables/calls.ts'
import { writeEvents } from './tables/events.ts'
import { writeForm } from './tables/form.ts'
import { writeLimits } from './tables/limits.ts'
import { writeMails } from './tables/mails.ts'
import { writeNotifications } from './tables/notifications.ts'
import { writePeriods } from './tables/periods.ts'
import { writePersonalData } from './tables/personal-data.ts'
import { describeReference, writeReference } from './tables/reference.ts'
import { writeRetention } from './tables/retention.ts'

const FOLDER = 'docs/product/tables'

const { calls, document } = await describeApi()

const TABLES: Record<string, { title: string; text: string }> = {
  calls: { title: 'Calls', text: writeCalls(calls) },
  limits: { title: 'Limits of calls', text: writeLimits(calls) },
  mails: { title: 'Mails', text: writeMails() },
  notifications: { title: 'Notifications', text: writeNotifications() },
  periods: { title: 'Periods and sizes', text: writePeriods() },
  retention: { title: 'How long data is stored', text: writeRetention() },
  'personal-data': { title: 'What is known of a person', text: writePersonalData() },
  form: { title: 'Fields of the purchase form', text: writeForm() },
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
