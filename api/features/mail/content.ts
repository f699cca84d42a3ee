/** The content of a mail as plain data; render.ts decides how it looks. All texts are plain text without markup. */
import type { Tone } from '../../contract/order-statuses.ts'

export interface Fact {
  label: string
  value: string
  /** Smaller, below the value. */
  note?: string
  isTotal?: boolean
  /** The value is a status, shown in its colour (api/contract/status-labels.ts). */
  tone?: Tone
}

interface Entry {
  title: string
  text: string
}

export type Block =
  | { type: 'text'; text: string }
  | { type: 'facts'; facts: Fact[] }
  /** `isSpelledOut`: the URL is also shown as text, for a mail that is useless without it. */
  | { type: 'button'; label: string; url: string; isSpelledOut?: boolean }
  | { type: 'entries'; entries: Entry[] }
  /** Highlighted, so that it is not overlooked. */
  | { type: 'note'; text: string }

/** The blocks of a mail, as they are written. */
export const block = {
  text: (text: string): Block => ({ type: 'text', text }),
  facts: (facts: Fact[]): Block => ({ type: 'facts', facts }),
  button: (label: string, url: string): Block => ({ type: 'button', label, url }),
  link: (label: string, url: string): Block => ({ type: 'button', label, url, isSpelledOut: true }),
  entries: (entries: Entry[]): Block => ({ type: 'entries', entries }),
  note: (text: string): Block => ({ type: 'note', text }),
}

export interface MailContent {
  subject: string
  /** What an inbox shows beside the subject. */
  preview: string
  /** Above the heading: what the mail is about. */
  eyebrow: string
  heading: string
  blocks: Block[]
  /** The end of 'You receive this mail because …'. */
  because: string
}

export interface WrittenMail extends MailContent {
  to: { name: string; address: string }
}

/** The mail is no longer needed; the message says why. */
export class NotApplicable extends Error {
  /** The recipient, where known. */
  readonly toEmail: string | undefined

  constructor(reason: string, toEmail?: string) {
    super(reason)
    this.toEmail = toEmail
  }
}
