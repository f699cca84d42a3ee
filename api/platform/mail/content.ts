/** Content of a mail as plain data, without markup; render.ts decides how it looks. */
import { looksLikeCredentials, withoutCredentials } from '#api/rules/order-work/credentials.ts'
import type { Tone } from '#api/rules/statuses.ts'

export interface Fact {
  label: string
  value: string
  /** Small print below the value. */
  note?: string
  isTotal?: boolean
  /** Set if the value is a status: its colour (api/rules/status-labels.ts). */
  tone?: Tone
}

interface Words {
  text: string
  isBold?: boolean | undefined
  href?: string | undefined
}

/** A paragraph or a list of formatted text, line by line. */
export interface FormattedBlock {
  kind: 'paragraph' | 'bullets' | 'numbers'
  items: readonly (readonly Words[])[]
}

export interface Entry {
  title: string
  text: string
  /** How the mail shows the text; unset: as typed. */
  formatted?: readonly FormattedBlock[]
  /** The names of the files that came with it. */
  files?: readonly string[]
}

/** A string is a paragraph. */
export type Block =
  | string
  | { type: 'facts'; facts: Fact[] }
  /**
   * Only one of a mail's buttons is filled: the first that is spelled out, else the first. The others look like links.
   * `isSpelledOut`: also show the URL as text, because the mail is useless if its button does not work.
   */
  | { type: 'button'; label: string; url: string; isSpelledOut?: boolean }
  | { type: 'entries'; entries: Entry[] }
  /** A highlighted paragraph. */
  | { type: 'note'; text: string }

export const block = {
  facts: (facts: Fact[]): Block => ({ type: 'facts', facts }),
  button: (label: string, url: string): Block => ({ type: 'button', label, url }),
  link: (label: string, url: string): Block => ({ type: 'button', label, url, isSpelledOut: true }),
  entries: (entries: Entry[]): Block => ({ type: 'entries', entries }),
  note: (text: string): Block => ({ type: 'note', text }),
  /** What somebody has typed, as a note. */
  quote: (text: string): Block => ({ type: 'note', text: hidePasswords(text) }),
}

/** Leaves out lines that seem to contain a password: a mailbox keeps its mails for years. */
export function hidePasswords(text: string): string {
  if (!looksLikeCredentials(text)) return text
  const rest = withoutCredentials(text)
  return `${rest}${rest && '\n\n'}[Password left out of this email.]`
}

export interface MailContent {
  subject: string
  /** Shown beside the subject in an inbox. */
  preview: string
  /** A line above the heading, such as the order number. */
  eyebrow: string
  heading: string
  blocks: Block[]
  /** Completes the sentence 'You received this email because …'. */
  because: string
  /** Unset: the shop's own reply address. Who gets the reply is said by the mail's own words. */
  replyTo?: string | undefined
}

export interface WrittenMail extends MailContent {
  to: { name: string; address: string }
}

/** The mail is no longer needed. The message, shown in the mail log, says why. */
export class NotApplicable extends Error {
  readonly toEmail: string | undefined

  constructor(reason: string, toEmail?: string) {
    super(reason)
    this.toEmail = toEmail
  }
}
