/** Saved replies: what the page of an order fills in, and which ones fit what was typed. */
import { holdsWords } from '#api/rules/fold-text.ts'

/** Each stands in braces in the text of a reply. */
export const PLACEHOLDERS = ['first name', 'package', 'date'] as const
export type ReplyFacts = Readonly<Record<(typeof PLACEHOLDERS)[number], string | undefined>>

const IN_BRACES = /\{([^{}\n]*)\}/g
const readName = (name: string) => PLACEHOLDERS.find((known) => known === name.trim().toLowerCase())

/** @returns the first one in braces that no page fills in, as it was typed */
export const findUnknownPlaceholder = (text: string): string | undefined =>
  [...text.matchAll(IN_BRACES)].find(([, name = '']) => !readName(name))?.[0]

/** What the page does not know stays in braces, for the writer to see. */
export const fillReply = (text: string, facts: ReplyFacts): string =>
  text.replaceAll(IN_BRACES, (typed, name: string) => {
    const known = readName(name)
    return (known && facts[known]) || typed
  })

/**
 * A search for a saved reply: `/` at the start of a line that has nothing else, with the caret at the end of what is typed.
 * @example findSlash('Hello\n/sta', 10) // { from: 6, words: 'sta' }
 */
export function findSlash(text: string, caret: number): { from: number; words: string } | undefined {
  const from = text.lastIndexOf('\n', caret - 1) + 1
  const isAtEnd = caret === text.length || text[caret] === '\n'
  if (caret === 0 || text[from] !== '/' || caret <= from || !isAtEnd) return undefined
  return { from, words: text.slice(from + 1, caret).trim() }
}

/** Those with every word in their title. */
export function findReplies<Reply extends { title: string }>(
  replies: readonly Reply[],
  words: string,
): Reply[] {
  return replies.filter(({ title }) => holdsWords(title, words))
}
