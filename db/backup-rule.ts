/** Which backups are kept: of each of the last days, weeks and months the newest one (docs/deployment.md, Backups). */

interface Backup {
  file: string
  takenAt: Date
}

/** How many periods back, and what tells one period from the next. */
const KEPT: readonly { count: number; periodOf: (at: Date) => string }[] = [
  { count: 7, periodOf: (at) => at.toISOString().slice(0, 10) },
  { count: 5, periodOf: mondayOf },
  { count: 12, periodOf: (at) => at.toISOString().slice(0, 7) },
]

/** The day on which the week began, in UTC. */
function mondayOf(at: Date): string {
  const day = new Date(at)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

/**
 * Periods without a backup do not count: after a month's pause the last ones before it are still there.
 * @returns those that the rule does not keep
 */
export function listExpired<Kept extends Backup>(backups: readonly Kept[]): Kept[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
  const kept = new Set<Kept>()
  for (const { count, periodOf } of KEPT) {
    const newestOf = new Map<string, Kept>()
    for (const backup of newestFirst) {
      const period = periodOf(backup.takenAt)
      if (!newestOf.has(period)) newestOf.set(period, backup)
    }
    for (const backup of [...newestOf.values()].slice(0, count)) kept.add(backup)
  }
  return newestFirst.filter((backup) => !kept.has(backup))
}
