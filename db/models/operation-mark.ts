import type { Knex } from 'knex'
import { Model } from 'objection'

/**
 * `backup_proof`: a backup was restored and compared; `problem` says what was wrong, where something was.
 * `webhook_refused`: a message in the provider's form whose signature did not match.
 * `publisher`: one was alive. `publishing`: a build began. `published`: it is what visitors see, with its `changes` and `seconds`.
 * `publish_failed`: a machine's last build or upload failed for this `reason`; gone as soon as one succeeds there.
 */
export type MarkName =
  | 'backup'
  | 'backup_proof'
  | 'webhook_refused'
  | 'publisher'
  | 'publishing'
  | 'published'
  | 'publish_failed'

/** When something last happened that the operator is to know. */
export class OperationMark extends Model {
  static override tableName = 'operation_marks'
  static override idColumn = 'name'
  static override jsonAttributes = ['details']

  declare name: MarkName
  declare markedAt: Date
  declare details: Record<string, string | number>
}

/** @param details for people; never a secret or personal data */
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
