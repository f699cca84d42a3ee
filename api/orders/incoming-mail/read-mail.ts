/** Extracts the plain text that a person wrote in a mail. */
import { runInNewContext } from 'node:vm'
import EmailReplyParser from 'email-reply-parser'
import PostalMime from 'postal-mime'
import { cleanLongText } from '#api/rules/clean-text.ts'
import type { Header } from './sender.ts'

/** Limit for the whole text of a mail. Cuts off long chains of quoted mails. */
const LONGEST_TEXT = 20_000
/** Some patterns of the library take very long for maliciously crafted texts. */
const CUT_WITHIN_MS = 1_000
const LONGEST_NAME = 200

export interface MailFile {
  name: string
  bytes: Uint8Array
}

export interface ReadMail {
  /** Without quoted text and signature. */
  text: string
  wholeText: string
  files: MailFile[]
}

/** @throws Error if it is not a mail */
export async function readMail(raw: Uint8Array, ownContentId: string): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
  })
  const wholeText = tidy(mail.text?.trim() ? mail.text : toText(mail.html ?? ''))
  // Quoted mails bring the shop's own logo back.
  const attached = mail.attachments.filter(({ contentId }) => contentId !== `<${ownContentId}>`)
  return {
    text: cutOff(wholeText),
    wholeText,
    files: attached.map(({ filename, content }, index) => ({
      name: nameFile(filename, index),
      bytes: new Uint8Array(content as ArrayBuffer),
    })),
  }
}

export async function readHeaders(
  raw: Uint8Array,
): Promise<{ headers: readonly Header[]; from: string | undefined }> {
  const { headers, from } = await PostalMime.parse(raw)
  return { headers, from: from?.address }
}

/** Removes quoted text and signature. Returns the text unchanged if that takes too long. */
function cutOff(text: string): string {
  const read = () => new EmailReplyParser().read(text).getVisibleText()
  try {
    return String(runInNewContext('read()', { read }, { timeout: CUT_WITHIN_MS })).trim()
  } catch {
    return text
  }
}

function tidy(text: string): string {
  const lines = text.slice(0, LONGEST_TEXT * 2).replaceAll('\r\n', '\n')
  return cleanLongText(lines)
    .replaceAll(/\n{3,}/g, '\n\n')
    .slice(0, LONGEST_TEXT)
    .replace(/\p{Surrogate}$/u, '')
    .trim()
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
const BREAKS = new Set(['br', 'p', '/p', 'div', '/div', 'li', '/tr', '/h1', '/h2', '/h3', '/blockquote'])
const SILENT = new Set(['script', 'style', 'head', 'title', 'template'])

/** Converts HTML to text, with `>` before quoted lines. Uses no library, because it must be fast for any input. */
export function toText(html: string): string {
  let text = ''
  let silent: string | undefined
  let depth = 0
  for (const [index, part] of html.split('<').entries()) {
    const end = index === 0 ? -1 : part.indexOf('>')
    const tag = index === 0 ? '' : (/^\/?[a-z][a-z0-9]{0,15}/i.exec(part)?.[0].toLowerCase() ?? '')
    if (silent) {
      if (tag !== `/${silent}`) continue
      silent = undefined
    }
    if (SILENT.has(tag)) silent = tag
    if (tag === 'blockquote') depth += 1
    if (tag === '/blockquote') depth = Math.max(0, depth - 1)
    if (tag === 'blockquote' || BREAKS.has(tag)) text += `\n${depth > 0 ? '> ' : ''}`
    const words = part.slice(end + 1).replaceAll(/\s+/g, ' ')
    if (!silent && (index === 0 || end >= 0))
      text += words.replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,4});/gi, decode)
  }
  return text
}

function decode(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code < 0x11_0000 ? String.fromCodePoint(code) : whole
}

/** Cleans a file name. Names are shown and downloaded, never used as a path. */
function nameFile(given: string | null | undefined, index: number): string {
  const name = (given ?? '')
    .replaceAll(/[\p{C}\u2028\u2029]/gu, '')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed()
  return name || `File ${index + 1}`
}
