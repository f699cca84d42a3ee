/** How long each test took, as Vitest and Playwright report it, and why a slow one is slow. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { ROOT } from '#db/testing/node-process.ts'
import { reasonOf } from './slow-tests.ts'

export interface Timed {
  file: string
  title: string
  seconds: number
}

const SLOWEST = 20
const SLOW_SECONDS = 30

async function readJson<T>(file: string): Promise<T | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as T) : undefined
}

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[]
}

/** @param file of Vitest's JSON reporter; missing: no tests */
export async function readVitestTests(file: string): Promise<Timed[]> {
  const report = await readJson<VitestReport>(file)
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      file: relative(ROOT, name),
      title: fullName,
      seconds: (duration ?? 0) / 1_000,
    })),
  )
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { file: string; title: string; tests: { results: { duration: number }[] }[] }[]
}

/** Adds up all tries of a test. @param file of Playwright's JSON reporter; missing: no tests */
export async function readPlaywrightTests(file: string): Promise<Timed[]> {
  const report = await readJson<PlaywrightSuite>(file)
  const read = ({ suites = [], specs = [] }: PlaywrightSuite): Timed[] => [
    ...suites.flatMap(read),
    ...specs.map(({ file, title, tests }) => ({
      file,
      title,
      seconds: tests
        .flatMap(({ results }) => results)
        .reduce((sum, { duration }) => sum + duration / 1_000, 0),
    })),
  ]
  return report ? read(report) : []
}

/** @returns lines: the slowest tests, then those that are slow, each with its reason */
export function describeSlowTests(tests: readonly Timed[]): string[] {
  const bySeconds = [...tests].sort((a, b) => b.seconds - a.seconds)
  const line = ({ file, title, seconds }: Timed) =>
    `  ${seconds.toFixed(1).padStart(6)} s  ${file} › ${title.slice(0, 110)}`
  const slow = bySeconds.filter(({ seconds }) => seconds > SLOW_SECONDS)
  return [
    `\nThe slowest ${SLOWEST} of ${tests.length} tests`,
    ...bySeconds.slice(0, SLOWEST).map(line),
    `\nOver ${SLOW_SECONDS} s: ${slow.length}`,
    ...slow.flatMap((test) => [
      line(test),
      `             ${reasonOf(test.title) ?? 'No reason is given in e2e/runs/slow-tests.ts'}`,
    ]),
  ]
}
