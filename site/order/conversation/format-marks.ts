/** Writes the marks for bold, lists and links into a message, which api/orders/conversation/blocks.ts reads. */

export type Mark = 'bold' | 'list' | 'link'

/** A text with its selection, as in a text field. */
export interface Selected {
  text: string
  start: number
  end: number
}

const BOLD = '**'
const BULLET = '- '
/** Selected afterwards, so that an address replaces it. */
const ADDRESS = 'https://'

const MARKS: Readonly<Record<Mark, (selected: Selected) => Selected>> = {
  bold: ({ text, ...at }) => {
    const { start, end } = withoutSpaces(text, at)
    const words = text.slice(start, end)
    if (text.slice(0, start).endsWith(BOLD) && text.slice(end).startsWith(BOLD)) {
      const from = start - BOLD.length
      return replace(text, { start: from, end: end + BOLD.length }, words, [0, words.length])
    }
    return replace(text, { start, end }, `${BOLD}${words}${BOLD}`, [BOLD.length, words.length])
  },
  list: ({ text, start, end }) => {
    const from = text.lastIndexOf('\n', start - 1) + 1
    const to = text.indexOf('\n', end)
    const lines = text.slice(from, to === -1 ? text.length : to).split('\n')
    const isList = lines.every((line) => line.startsWith(BULLET))
    const marked = lines.map((line) => (isList ? line.slice(BULLET.length) : BULLET + line)).join('\n')
    const range = { start: from, end: to === -1 ? text.length : to }
    return replace(text, range, marked, start === end ? [marked.length, 0] : [0, marked.length])
  },
  link: ({ text, ...at }) => {
    const { start, end } = withoutSpaces(text, at)
    const words = text.slice(start, end) || 'link'
    return replace(text, { start, end }, `[${words}](${ADDRESS})`, [words.length + 3, ADDRESS.length])
  },
}

/** Marks what is selected. Bold words and list lines lose their marks instead. */
export const applyMark = (mark: Mark, selected: Selected): Selected => MARKS[mark](selected)

type Range = Omit<Selected, 'text'>

/** @param select where the new selection starts in the new words, and its length */
function replace(text: string, { start, end }: Range, words: string, select: [number, number]): Selected {
  const [from, length] = select
  return {
    text: text.slice(0, start) + words + text.slice(end),
    start: start + from,
    end: start + from + length,
  }
}

/** Marks beside spaces are no marks. */
function withoutSpaces(text: string, { start, end }: Range): Range {
  const words = text.slice(start, end)
  const trimmed = words.trim()
  if (!trimmed) return { start, end: start }
  const from = start + words.indexOf(trimmed)
  return { start: from, end: from + trimmed.length }
}
