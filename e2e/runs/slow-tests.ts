/** Why a test may take more than half a minute, by the beginning of its title. */
const REASONS: [title: string, reason: string][] = []

export function reasonOf(title: string): string | undefined {
  return REASONS.find(([beginning]) => title.includes(beginning))?.[1]
}
