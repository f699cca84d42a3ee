import { expect, test } from 'vitest'
import { listExpired } from './backup-rule.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const nightly = (last: string, nights: number) =>
  Array.from({ length: nights }, (_, night) => {
    const takenAt = new Date(Date.parse(`${last}T02:30:00Z`) - night * DAY_MS)
    return { file: takenAt.toISOString().slice(0, 10), takenAt }
  })

/** Simulates two years: each night adds a backup and removes what the rule says. */
function keepAfter(nights: number): string[] {
  let kept: ReturnType<typeof nightly> = []
  for (const backup of nightly('2026-11-22', nights).reverse()) {
    kept = [...kept, backup]
    const expired = new Set(listExpired(kept))
    kept = kept.filter((one) => !expired.has(one))
  }
  return kept.map(({ file }) => file).sort()
}

test('of each of the last 7 days, 5 weeks and 12 months one backup stays', () => {
  const kept = keepAfter(730)
  const days = [
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ]
  const sundays = ['2026-10-25', '2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22']
  const monthEnds = [
    ...['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ...['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31'],
  ]
  expect(kept).toEqual([...new Set([...days, ...sundays, ...monthEnds])].sort())
})

test('of a day with several backups the newest stays, and after a pause the last ones before it', () => {
  const at = (file: string) => ({ file, takenAt: new Date(file) })
  const backups = [
    ...['2026-06-01T02:30:00Z', '2026-06-02T02:30:00Z', '2026-11-22T02:30:00Z', '2026-11-22T14:00:00Z'].map(
      at,
    ),
  ]
  expect(listExpired(backups).map(({ file }) => file)).toEqual(['2026-11-22T02:30:00Z'])
})
