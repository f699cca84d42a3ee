/** The code for each queue of the publisher (api/publisher.ts). */
import type { Knex } from 'knex'
import type { Env } from '../base/env.ts'
import { checkFile } from '../features/files/check-file.ts'
import { runImport } from '../features/imports/import.ts'
import { processPicture } from '../features/pictures/process.ts'
import type { JobHandlers } from '../jobs/jobs.ts'
import type { PublisherQueueName } from '../jobs/queues.ts'
import { openObjects, openStorage } from '../storage/open.ts'

export function createPublisherHandlers({
  env,
  db,
}: {
  env: Env
  db: Knex
}): Pick<JobHandlers, Exclude<PublisherQueueName, 'replies'>> {
  return {
    'process-picture': async ({ pictureId }) =>
      processPicture({ db, objects: await openObjects(env) }, pictureId),
    'check-file': async ({ fileId }) =>
      checkFile({ db, storage: await openStorage(env), scanCommand: env.fileScanCommand }, fileId),
    import: async ({ importId }) => runImport({ db, objects: await openObjects(env) }, importId),
  }
}
