/** The duration of each test, as Vitest and Playwright report it, and the known reasons of slow ones. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { ROOT } from '#db/testing/node-process.ts'

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

/** @param file written by Vitest's JSON reporter; missing: no tests */
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

/** Adds up all tries of a test. @param file written by Playwright's JSON reporter; missing: no tests */
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

/** @returns lines of text: the slowest tests, then all slow ones with their reasons */
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
      `             ${reasonOf(test.title) ?? 'No reason is given in e2e/runs/test-times.ts'}`,
    ]),
  ]
}

/** The reasons why tests may take more than half a minute, by a part of their title. */
const REASONS: [part: string, reason: string][] = [
  ['no request of any shape', 'Sends every call of the API hundreds of requests'],
  [
    'nothing scrolls sideways, and axe finds no barrier',
    'Walks several states, each at three widths and in two themes',
  ],
  ['a long word widens nothing', 'Walks several states, each at three widths'],
  ['everybody’s input is shown as text', 'Looks at every tab of three areas'],
  ['every call responds to every role', 'Makes every call of the API as each role'],
  ['whatever happens to delivered work', 'Plays hundreds of random histories'],
  ['whatever happens to an order in parts', 'Plays random histories, and checks all books after each step'],
  ['a call whose body was held back', 'Holds back the body of every changing call'],
  ['waits for a revocation that is under way', 'Makes every changing call against a lock'],
  ['customer and staff talk', 'Walks a conversation in two browsers'],
  ['a refund is asked for', 'Walks a refund through three people'],
  ['a password in a message', 'Walks credentials to the end of their order'],
  ['thousands of links wait', 'Writes and sends thousands of mails'],
  ['Try Payment Again and the back button', 'Starts the full browser, which has a back-forward cache'],
]

function reasonOf(title: string): string | undefined {
  return REASONS.find(([part]) => title.includes(part))?.[1]
}
