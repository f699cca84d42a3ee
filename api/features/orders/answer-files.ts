/** Files as the answer to a question that asks for them. */
import type { Knex } from 'knex'
import { OrderFile } from '../../../db/models/order-work/message.ts'
import { InvalidInput } from '../../base/errors.ts'

interface AnswerFiles {
  orderId: number
  userId: number
  questionId: number
  /** All files of the answer from now on; those it had besides are removed. */
  fileIds: readonly string[]
}

/**
 * @returns the text of the answer: the names of its files
 * @throws InvalidInput where one of them is not the user's complete upload to this order, or was sent elsewhere
 */
export async function replaceAnswerFiles(
  trx: Knex.Transaction,
  { orderId, userId, questionId, fileIds }: AnswerFiles,
): Promise<string> {
  const ids = [...new Set(fileIds)]
  await OrderFile.query(trx).where({ orderId, questionId }).whereNotIn('id', ids).delete()
  const files = await OrderFile.query(trx)
    .whereIn('id', ids)
    .where({ orderId, uploaderId: userId, messageId: null, deliveryId: null })
    .where((free) => free.whereNull('questionId').orWhere({ questionId }))
    .whereIn('state', ['checking', 'ready'])
    .patch({ questionId })
    .returning(['name', 'createdAt', 'id'])
  if (files.length !== ids.length)
    throw new InvalidInput(
      `files.${questionId}`,
      'A file is not here any more. Please remove it, or upload it again.',
    )
  return files
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.id.localeCompare(b.id))
    .map(({ name }) => name)
    .join(', ')
}
