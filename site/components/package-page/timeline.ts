/** Plans the steps of the work on business days (docs/product/shop.md, Package page). */
import type { Content } from '#api/contract/content/content.ts'

type Step = Content['timeline'][number]

/** Groups by day the steps of a package with this delivery time. Day 0 is the day of the order. */
export function planDays(steps: readonly Step[], deliveryDays: number) {
  const days = new Map<number, Step[]>()
  for (const step of steps) {
    if (step.fromDays > deliveryDays) continue
    const day = Math.min(step.day ?? Math.max(1, Math.round((step.share ?? 1) * deliveryDays)), deliveryDays)
    days.set(day, [...(days.get(day) ?? []), step])
  }
  return [...days].map(([day, ofDay]) => ({ day, steps: ofDay })).sort((a, b) => a.day - b.day)
}
