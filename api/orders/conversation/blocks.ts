/** Parses a message into a few kinds of blocks. Anything else stays plain text as typed, so a message never contains markup. */
import { Lexer, type Token, Tokenizer, type Tokens } from 'marked'
import type { Block, Inline } from '#api/contract/orders/conversation.ts'

const LINK = /^(https?:\/\/|mailto:)[^\s<>"]+$/i
const BULLET = /^[-*] +(?=\S)/
/** Without leading zeros, which an HTML list would not show. */
const NUMBER = /^([1-9]\d{0,2})[.)] +(?=\S)/
/** Matches link text that names an address and so must not lead to another one. Host names also accept dots of other scripts. */
const ADDRESS = /:\/\/|www\.|@|[\p{L}\p{N}]\s*[.\u3002\u2024\uff61][\p{L}\p{N}]/iu
/** Characters that a reader does not see, or does not take as part of an address. */
const NOT_READ = /[\p{C}\p{M}*_`\\[\]()<>"'~|]/gu
/**
 * Limits for parsing one message; beyond them it stays plain text. Every read parses again, and thousands of brackets or short
 * lines cost twenty times as much as words.
 */
const MOST_LINES = 100
const MOST_MARKS = 50
const MARK = /[[*`\\<@]|:\/\/|www\./gi

/** Markdown with only bold, links and code; code stays as typed. Some of the other rules are slow on long texts. */
class MessageTokenizer extends Tokenizer {
  override emStrong(...at: Parameters<Tokenizer['emStrong']>) {
    const token = at[0].startsWith('**') ? super.emStrong(...at) : undefined
    return token?.type === 'strong' ? token : undefined
  }
  override tag = () => undefined
  override reflink = () => undefined
  override del = () => undefined
}

interface Lines {
  kind: Block['kind']
  lines: string[]
}

/** @returns blocks that together contain all words of the text */
export function toBlocks(text: string): Block[] {
  const blocks: Lines[] = []
  let isAfterGap = true
  const all = text.split(/\r\n|\r|\n/)
  for (const line of all.slice(0, MOST_LINES)) {
    const open = blocks.at(-1)
    const { kind, rest, goesOn } = readLine(line, open, isAfterGap)
    if (open && goesOn) open.lines.push(rest)
    else if (line.trim() !== '') blocks.push({ kind, lines: [rest] })
    isAfterGap = line.trim() === ''
  }
  let marksLeft = MOST_MARKS
  const toInline = (words: string): Inline[] => {
    const marks = words.match(MARK)?.length ?? 0
    marksLeft -= marks
    return marks === 0 || marksLeft < 0 ? [{ text: words }] : parseInline(words)
  }
  const parsed = blocks.map(({ kind, lines }) => ({
    kind,
    // Bold text may continue on the next line of a paragraph.
    items: kind === 'paragraph' ? splitLines(toInline(lines.join('\n'))) : lines.map(toInline),
  }))
  const rest = all.slice(MOST_LINES).join('\n')
  return rest.trim() === '' ? parsed : [...parsed, { kind: 'paragraph', items: [[{ text: rest }]] }]
}

/** @returns the line's kind, and whether it continues the block before it */
function readLine(line: string, open: Lines | undefined, isAfterGap: boolean) {
  const [bullet] = BULLET.exec(line) ?? []
  if (bullet)
    return { kind: 'bullets' as const, rest: line.slice(bullet.length), goesOn: open?.kind === 'bullets' }
  const [marker, number] = NUMBER.exec(line) ?? []
  const numbered = open?.kind === 'numbers' ? open.lines.length : 0
  // Browsers number each list from 1, so a line with any other first number stays plain text.
  if (marker && (Number(number) === 1 || Number(number) === numbered + 1)) {
    return {
      kind: 'numbers' as const,
      rest: line.slice(marker.length),
      goesOn: numbered > 0 && Number(number) > 1,
    }
  }
  const goesOn = open?.kind === 'paragraph' && !isAfterGap && line.trim() !== ''
  return { kind: 'paragraph' as const, rest: line, goesOn }
}

const parseInline = (text: string): Inline[] =>
  new Lexer({ gfm: true, tokenizer: new MessageTokenizer() })
    .inlineTokens(text)
    .flatMap((token) => showToken(token, {}))

function showToken(token: Token, look: Omit<Inline, 'text'>): Inline[] {
  if (token.type === 'strong') return showAll(token as Tokens.Strong, { ...look, isBold: true })
  if (token.type === 'link' && isHonest(token as Tokens.Link)) {
    return showAll(token as Tokens.Link, { ...look, href: (token as Tokens.Link).href })
  }
  return [{ text: token.raw, ...look }]
}

const showAll = ({ tokens }: Tokens.Strong | Tokens.Link, look: Omit<Inline, 'text'>) =>
  tokens.flatMap((token) => showToken(token, look))

/** Whether a link leads to the page or mailbox that its text names. Rejects titles, which would not be shown. */
function isHonest({ href, text, title, raw }: Tokens.Link): boolean {
  if (title || !LINK.test(href) || !URL.canParse(href)) return false
  if (!raw.startsWith('[')) return true
  const read = text.normalize('NFKC').replaceAll(NOT_READ, '')
  return !ADDRESS.test(read) || nameAddress(href) === nameAddress(text)
}

const nameAddress = (address: string): string => address.replace(/^https?:\/\//i, '').replace(/\/$/, '')

function splitLines(inline: Inline[]): Inline[][] {
  const lines: Inline[][] = [[]]
  for (const { text, ...look } of inline) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ text: part, ...look })
    }
  }
  return lines
}
