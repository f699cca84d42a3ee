/**
 * Searches rows by words; every word must match. Words of three letters or more match anywhere in the text, shorter ones
 * only at the start of a word, because the trigram indexes hold pieces of three letters. Case, accents and kinds of
 * apostrophes are ignored (`fold_text` of db/migrations/0150-shared.ts).
 */
import { foldText } from '#api/rules/text/fold-text.ts'

/** Further words are ignored: they hardly narrow the result, and each costs a look-up. */
const MOST_WORDS = 5
const SHORTEST_INSIDE = 3

/** SQL of a LIKE pattern. Escaped after folding, because folding turns a full-width % into %. */
const PATTERN = String.raw`'%' || regexp_replace(fold_text(:word), '[\\%_]', '\\\&', 'g') || '%'`

/**
 * @returns SQL: whether the expression holds `:word`, one of {@link splitWords}. An index is used only if the expression
 *   equals the index's to the letter.
 */
export const containsWord = (expression: string) => `fold_text(${expression}) LIKE ${PATTERN}`

/**
 * Like {@link containsWord}, for rows that are scanned without an index. Calls `fold_text` only for texts that are not ASCII,
 * because the call costs more than the rest of the row.
 */
export const rowContainsWord = (
  expression: string,
) => `CASE WHEN octet_length(${expression}) = length(${expression})
  THEN replace(lower(${expression}), '\`', '''') ELSE fold_text(${expression}) END LIKE ${PATTERN}`

/** Keeps rows that hold every word of `q`. @param holds SQL, see {@link containsWord} */
export function whereContainsWords(
  query: { whereRaw: (sql: string, bindings: { word: string }) => unknown },
  holds: string,
  q: string | undefined,
): void {
  for (const word of splitWords(q)) query.whereRaw(holds, { word })
}

/** A short word gets a leading blank, so that it matches only at the start of a word. */
export function splitWords(q: string | undefined): string[] {
  const words = (q ?? '').split(/\s+/).filter((word) => word !== '')
  return words
    .slice(0, MOST_WORDS)
    .map((word) => (foldText(word).length < SHORTEST_INSIDE ? ` ${word}` : word))
}
