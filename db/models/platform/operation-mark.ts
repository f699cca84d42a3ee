import type { Knex } from 'knex'
import { Model } from 'objection'

/**
 * `backup_proof`: a backup was restored and compared; `problem` is set if the rows differ or the restore failed.
 * `webhook_refused`: a webhook that looked like the provider's had a wrong signature.
 * `worker`: a worker was running. `publishing`: a build has started. `published`: a build is live, with its `changes` and `seconds`.
 * `publish_failed`: the last build or upload of a machine failed for this `reason`; removed after the next success.
 * `currency_…`: since when the provider accepts orders in a currency or, with `state: 'refused'`, rejects them.
 * `files`: stored files were compared with their rows. `removed`: files without a row. `missing`: rows without a file, with the `first` of them.
 */
export type MarkName =
  | 'backup'
  | 'backup_proof'
  | 'webhook_refused'
  | 'worker'
  | 'publishing'
  | 'published'
  | 'publish_failed'
  | 'files'
  | `currency_${string}`

/** The latest occurrence of an event that the operator should know about. */
export class OperationMark extends Model {
  static override tableName = 'operation_marks'
  static override idColumn = 'name'
  static override jsonAttributes = ['details']

  declare name: MarkName
  declare markedAt: Date
  declare details: Record<string, string | number>
}

/** @param details for people; must not contain secrets or personal data */
export async function setMark(
  db: Knex,
  name: MarkName,
  details: OperationMark['details'] = {},
): Promise<void> {
  await OperationMark.query(db)
    .insert({ name, markedAt: new Date(), details })
    .onConflict('name')
    .merge(['markedAt', 'details'])
}
