/** Which code does which job of the publisher (api/publisher.ts). */
import type { JobHandlers } from './jobs.ts'
import type { PublisherQueueName } from './queues.ts'

export function createPublisherHandlers(): Pick<JobHandlers, PublisherQueueName> {
  return {}
}
