import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Part, runPart } from './part.ts'
import { prove, readReport } from './reports.ts'

const PARTS: Part[] = ['go-live', 'bench', 'soak'].map((name) => ({ name, script: name }))
let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proof-'))
})
afterEach(() => rm(dir, { recursive: true }))

/** Replaces `runPart`: records the names of the parts, and ends each as `ends` says. */
function fakeRun(ends: Record<string, number | Error>) {
  const ran: string[] = []
  const run: typeof runPart = async ({ name }) => {
    ran.push(name)
    const end = ends[name] ?? 0
    if (end instanceof Error) throw end
    return { seconds: 1, exitCode: end }
  }
  return { ran, run }
}

test('a proof that was cut off goes on at the first part without a report', async () => {
  const cutOff = fakeRun({ bench: new Error('cut off') })
  await expect(prove(PARTS, { dir, commit: 'abc1234', run: cutOff.run })).rejects.toThrow('cut off')
  const again = fakeRun({})
  const reports = await prove(PARTS, { dir, commit: 'abc1234', run: again.run })
  expect(again.ran).toEqual(['bench', 'soak'])
  expect(reports.map(({ part, exitCode }) => [part, exitCode])).toEqual(PARTS.map(({ name }) => [name, 0]))
})

test('a part that failed runs again, and the others after it run all the same', async () => {
  const first = fakeRun({ bench: 1 })
  await prove(PARTS, { dir, commit: 'abc1234', run: first.run })
  expect(first.ran).toEqual(['go-live', 'bench', 'soak'])
  const second = fakeRun({})
  await prove(PARTS, { dir, commit: 'abc1234', run: second.run })
  expect(second.ran).toEqual(['bench'])
})

test('a report names the commit and how long its part took', async () => {
  await prove(PARTS.slice(0, 1), { dir, commit: 'abc1234', run: fakeRun({}).run })
  expect(await readReport(dir, PARTS[0] as Part)).toMatchObject({
    part: 'go-live',
    commit: 'abc1234',
    seconds: 1,
  })
  expect(await readFile(join(dir, 'go-live.json'), 'utf8')).toContain('startedAt')
})
