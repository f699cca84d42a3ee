/**
 * Finds rows by words. A word of three letters or more is found anywhere in the text, a shorter one only where a word
 * begins, because the trigram indexes hold pieces of three letters. Case, accents and kinds of apostrophes do not matter
 * (`fold_text` of migration 0120), and all words must be found.
 */
import { foldText } from '#api/rules/fold-text.ts'

/** Further words are ignored: they hardly narrow the list down, and each costs a look-up. */
const MOST_WORDS = 5
const SHORTEST_INSIDE = 3

/** SQL of a pattern. Escaped after it is folded, because folding makes a % of a full-width one. */
const PATTERN = String.raw`'%' || regexp_replace(fold_text(:word), '[\\%_]', '\\\&', 'g') || '%'`

/** @returns SQL: whether an expression holds `:word`, one of {@link toWords}. An index serves only the expression that it is on, to the letter. */
export const holdsWord = (expression: string) => `fold_text(${expression}) LIKE ${PATTERN}`

/**
 * The same where rows are read one by one and no index serves: `fold_text` is called for a text that is not ASCII alone, because a
 * call costs more than all else of the row.
 */
export const rowHoldsWord = (
  expression: string,
) => `CASE WHEN octet_length(${expression}) = length(${expression})
  THEN replace(lower(${expression}), '\`', '''') ELSE fold_text(${expression}) END LIKE ${PATTERN}`

/** Narrows a query down to the rows that hold every word of `q`. @param holds SQL, see {@link holdsWord} */
export function whereWordsHeld(
  query: { whereRaw: (sql: string, bindings: { word: string }) => unknown },
  holds: string,
  q: string | undefined,
): void {
  for (const word of toWords(q)) query.whereRaw(holds, { word })
}

/** A short word has a blank before it, and so stands where a word begins. */
export function toWords(q: string | undefined): string[] {
  const words = (q ?? '').split(/\s+/).filter((word) => word !== '')
  return words
    .slice(0, MOST_WORDS)
    .map((word) => (foldText(word).length < SHORTEST_INSIDE ? ` ${word}` : word))
}
