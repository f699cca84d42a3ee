import type { PackageQuestion } from '../../../../api/contract/catalogue.ts'

/** @param texts by the question's id; blank texts do not count */
export function countAnswered(
  questions: readonly Pick<PackageQuestion, 'id' | 'required'>[],
  texts: Readonly<Record<string, string>>,
): { asked: number; answered: number; requiredOpen: number } {
  const open = questions.filter(({ id }) => !texts[String(id)]?.trim())
  return {
    asked: questions.length,
    answered: questions.length - open.length,
    requiredOpen: open.filter(({ required }) => required).length,
  }
}
