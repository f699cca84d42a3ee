/** Edits a package's questions. A question is never deleted or reworded, because customers' answers refer to it: it is retired. */
import type { Knex } from 'knex'
import { PackageQuestion } from '../../../db/models/package.ts'
import { InvalidInput } from '../../base/errors.ts'
import type { QuestionBody } from '../../contract/packages.ts'

/**
 * Makes `wanted` the package's questions, in this order. Questions are matched by their text: an unchanged question keeps its
 * id, a missing one is retired, and a retired one whose text comes back is used again.
 * @param field the name of the list in the body, for the issues of an error
 * @throws InvalidInput for a question asked twice, or an id of another package
 */
export async function replaceQuestions(
  trx: Knex.Transaction,
  { packageId, wanted, field }: { packageId: number; wanted: QuestionBody[]; field: string },
): Promise<void> {
  const known = await PackageQuestion.query(trx).where({ packageId }).orderBy('id')
  assertValid(wanted, known, field)

  const wantedTexts = new Set(wanted.map(({ question }) => question))
  const gone = known.filter(({ question, retiredAt }) => retiredAt === null && !wantedTexts.has(question))
  if (gone.length > 0) {
    await PackageQuestion.query(trx)
      .findByIds(gone.map(({ id }) => id))
      .patch({ retiredAt: new Date() })
  }
  for (const [position, { question, questionType, required }] of wanted.entries()) {
    const same = known.filter((candidate) => candidate.question === question)
    const existing = same.find(({ retiredAt }) => retiredAt === null) ?? same.at(-1)
    if (existing) {
      await existing.$query(trx).patch({ position, questionType, required, retiredAt: null })
    } else {
      await PackageQuestion.query(trx).insert({ packageId, question, questionType, required, position })
    }
  }
}

function assertValid(wanted: QuestionBody[], known: PackageQuestion[], field: string): void {
  const seen = new Set<string>()
  const knownIds = new Set(known.map(({ id }) => id))
  for (const [index, { id, question }] of wanted.entries()) {
    if (seen.has(question)) throw new InvalidInput(`${field}.${index}`, 'This question already exists')
    seen.add(question)
    if (id !== undefined && !knownIds.has(id)) {
      throw new InvalidInput(`${field}.${index}.id`, 'This question does not belong to the package')
    }
  }
}
