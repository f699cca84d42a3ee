import { runWaitClock } from '#api/orders/reminders/jobs.ts'
import type { Services } from '#api/platform/app-type.ts'

/** The steps of orders that wait, as the minute's job takes them. @throws what one of them throws */
export async function runClock(services: Services): Promise<void> {
  const failures: unknown[] = []
  await runWaitClock(services, (error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures)
}
