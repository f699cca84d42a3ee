import type { Knex } from 'knex'

/**
 * Moves jobs that processes of the last release have queued under the names that it had. They run beside this one during an upgrade
 * (docs/upgrading.md). Goes with the next release.
 */
export async function moveFormerJobs(db: Knex): Promise<void> {
  await db.raw(
    `UPDATE jobs.job SET name = now.name, data = CASE WHEN data \\? 'deliveryId'
         THEN data - 'deliveryId' || jsonb_build_object('webhookMessageId', data -> 'deliveryId') ELSE data END
     FROM (VALUES ('webhook', 'provider-event'), ('delivery', 'webhook-attempt')) AS now (former, name)
     WHERE job.name = now.former AND job.state IN ('created', 'retry', 'failed')`,
  )
}
