/** The code for each queue of the publisher (api/publisher.ts). */
import type { Knex } from 'knex'
import type { Env } from '../base/env.ts'
import { checkFile } from '../features/files/check-file.ts'
import { drawPreview } from '../features/files/preview.ts'
import { processPicture } from '../features/pictures/process.ts'
import type { JobHandlers, Jobs } from '../jobs/jobs.ts'
import type { PublisherQueueName } from '../jobs/queues.ts'
import { openObjects, openStorage } from '../storage/open.ts'

export function createPublisherHandlers({
  env,
  db,
  jobs,
}: {
  env: Env
  db: Knex
  jobs: Jobs
}): Pick<JobHandlers, Exclude<PublisherQueueName, 'replies'>> {
  return {
    'process-picture': async ({ pictureId }) =>
      processPicture({ db, objects: await openObjects(env) }, pictureId),
    'check-file': async ({ fileId }) =>
      checkFile({ db, jobs, storage: await openStorage(env), scanCommand: env.fileScanCommand }, fileId),
    'draw-preview': async ({ fileId }) => drawPreview({ db, storage: await openStorage(env) }, fileId),
  }
}
