/** The code for each queue of the publisher (api/publisher.ts). */
import type { Knex } from 'knex'
import { processPicture } from '#api/catalogue/pictures/process.ts'
import { checkFile } from '#api/orders/files/check-file.ts'
import { drawPreview } from '#api/orders/files/preview.ts'
import type { Env } from '#api/platform/base/env.ts'
import type { JobHandlers, Jobs } from '#api/platform/jobs/jobs.ts'
import type { PublisherQueueName } from '#api/platform/jobs/queues.ts'
import { openObjects, openStorage } from '#api/platform/storage/open.ts'

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
