/** Keeps the newest backup of each of the last days, weeks and months (docs/deployment.md, Backups). */

interface Backup {
  file: string
  takenAt: Date
}

/** How many periods are kept, and the name of the period of a time. */
const RULES: readonly { count: number; periodOf: (at: Date) => string }[] = [
  { count: 7, periodOf: (at) => at.toISOString().slice(0, 10) },
  { count: 5, periodOf: mondayOf },
  { count: 12, periodOf: (at) => at.toISOString().slice(0, 7) },
]

/** The Monday of the week, in UTC. */
function mondayOf(at: Date): string {
  const day = new Date(at)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

/**
 * Only periods with a backup count, so that backups from before a long pause are kept.
 * @returns the backups to remove
 */
export function listExpired<Listed extends Backup>(backups: readonly Listed[]): Listed[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
  const kept = new Set<Listed>()
  for (const { count, periodOf } of RULES) {
    const newestOf = new Map<string, Listed>()
    for (const backup of newestFirst) {
      const period = periodOf(backup.takenAt)
      if (!newestOf.has(period)) newestOf.set(period, backup)
    }
    for (const backup of [...newestOf.values()].slice(0, count)) kept.add(backup)
  }
  return newestFirst.filter((backup) => !kept.has(backup))
}
