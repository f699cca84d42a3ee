import { runWaitClock } from '#api/orders/reminders/jobs.ts'
import type { Services } from '#api/platform/app-type.ts'

/** Runs the steps of waiting orders, like the job of each minute. @throws AggregateError with every failure */
export async function runClock(services: Services): Promise<void> {
  const failures: unknown[] = []
  await runWaitClock(services, (error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures)
}
