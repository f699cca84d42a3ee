/** Saved replies: filling in their placeholders, and finding those that match the typed text. */
import { holdsWords } from '#api/rules/text/fold-text.ts'

/** Written in braces in the text of a reply. */
export const PLACEHOLDERS = ['first name', 'package', 'date'] as const
export type ReplyFacts = Readonly<Record<(typeof PLACEHOLDERS)[number], string | undefined>>

const IN_BRACES = /\{([^{}\n]*)\}/g
const readName = (name: string) => PLACEHOLDERS.find((known) => known === name.trim().toLowerCase())

/** @returns the first unknown placeholder, as typed */
export const findUnknownPlaceholder = (text: string): string | undefined =>
  [...text.matchAll(IN_BRACES)].find(([, name = '']) => !readName(name))?.[0]

/** Placeholders without a value stay in braces, so that the writer sees them. */
export const fillReply = (text: string, facts: ReplyFacts): string =>
  text.replaceAll(IN_BRACES, (typed, name: string) => {
    const known = readName(name)
    return (known && facts[known]) || typed
  })

/**
 * Finds a search for a saved reply: a line that consists of `/` and search words, with the caret at its end.
 * @example findSlash('Hello\n/sta', 10) // { from: 6, words: 'sta' }
 */
export function findSlash(text: string, caret: number): { from: number; words: string } | undefined {
  const from = text.lastIndexOf('\n', caret - 1) + 1
  const isAtEnd = caret === text.length || text[caret] === '\n'
  if (caret === 0 || text[from] !== '/' || caret <= from || !isAtEnd) return undefined
  return { from, words: text.slice(from + 1, caret).trim() }
}

/** Finds the replies with every word in their title. */
export function findReplies<Reply extends { title: string }>(
  replies: readonly Reply[],
  words: string,
): Reply[] {
  return replies.filter(({ title }) => holdsWords(title, words))
}
