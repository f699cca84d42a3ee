/** The content of a mail as plain data; render.ts decides how it looks. All texts are plain text without markup. */
import type { Tone } from '#api/rules/orders.ts'

export interface Fact {
  label: string
  value: string
  /** Smaller, below the value. */
  note?: string
  isTotal?: boolean
  /** Set where the value is a status: it is shown in this colour (api/rules/status-labels.ts). */
  tone?: Tone
}

interface Entry {
  title: string
  text: string
}

/** A string is a paragraph. */
export type Block =
  | string
  | { type: 'facts'; facts: Fact[] }
  /** `isSpelledOut`: the URL is also shown as text, because the mail is useless where its button does not work. */
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
}

export interface MailContent {
  subject: string
  /** What the list of an inbox shows beside the subject. */
  preview: string
  /** A line above the heading, such as the order's number. */
  eyebrow: string
  heading: string
  blocks: Block[]
  /** Completes the sentence 'You receive this mail because …'. */
  because: string
}

export interface WrittenMail extends MailContent {
  to: { name: string; address: string }
  /** Unset: the shop's own address for replies. */
  replyTo?: string | undefined
}

/** Thrown where a mail is no longer needed. The message says why, for the log of mails. */
export class NotApplicable extends Error {
  /** The recipient, where known. */
  readonly toEmail: string | undefined

  constructor(reason: string, toEmail?: string) {
    super(reason)
    this.toEmail = toEmail
  }
}
