/** Reads and writes the reports of a proof's parts, and runs the parts that still lack one. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Part, runPart } from './part.ts'

export interface Report {
  part: string
  commit: string
  startedAt: string
  seconds: number
  exitCode: number
}

/** @param dir the folder of the reports on one state of the code */
export async function readReport(dir: string, { name }: Part): Promise<Report | undefined> {
  const file = join(dir, `${name}.json`)
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Report) : undefined
}

/** Runs the parts without a good report in `dir`, and writes a report after each. @returns the reports of all parts */
export async function prove(
  parts: readonly Part[],
  { dir, commit, run = runPart }: { dir: string; commit: string; run?: typeof runPart },
): Promise<Report[]> {
  await mkdir(dir, { recursive: true })
  const reports: Report[] = []
  for (const part of parts) {
    let report = await readReport(dir, part)
    if (report?.exitCode !== 0) {
      process.stdout.write(`\n── ${part.name}: npm run ${[part.script, ...(part.args ?? [])].join(' ')}\n`)
      const startedAt = new Date().toISOString()
      const ended = await run(part, { logFile: join(dir, `${part.name}.log`) })
      report = { part: part.name, commit, startedAt, ...ended }
      await writeFile(join(dir, `${part.name}.json`), `${JSON.stringify(report, null, 2)}\n`)
    }
    reports.push(report)
  }
  return reports
}
