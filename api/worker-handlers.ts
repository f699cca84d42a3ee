/** Job handlers of the worker (api/worker.ts), by queue. */
import type { Knex } from 'knex'
import { processPicture } from './catalogue/pictures/process.ts'
import { checkFile } from './orders/files/check-file.ts'
import { drawPreview } from './orders/files/preview.ts'
import type { Env } from './platform/environment/env.ts'
import type { JobHandlers, Jobs } from './platform/jobs/jobs.ts'
import type { WorkerQueueName } from './platform/jobs/queues.ts'
import { openObjects, openStorage } from './platform/storage/open.ts'

export function createWorkerHandlers({
  env,
  db,
  jobs,
}: {
  env: Env
  db: Knex
  jobs: Jobs
}): Pick<JobHandlers, Exclude<WorkerQueueName, 'incoming-mail'>> {
  return {
    'process-picture': async ({ pictureId }) =>
      processPicture({ db, objects: await openObjects(env) }, pictureId),
    'check-file': async ({ fileId }) =>
      checkFile({ db, jobs, storage: await openStorage(env), scanCommand: env.fileScanCommand }, fileId),
    'draw-preview': async ({ fileId }) => drawPreview({ db, storage: await openStorage(env) }, fileId),
  }
}
