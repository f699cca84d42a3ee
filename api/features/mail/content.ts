/** What a mail says, as plain data. How it looks is render's. Every text is plain: nothing in it is markup. */

export interface Fact {
  label: string
  value: string
  /** Quieter, under the value. */
  note?: string
  isTotal?: boolean
}

export type Block =
  | { type: 'text'; text: string }
  | { type: 'facts'; facts: Fact[] }
  /** `isSpelledOut`: the address stands under it, for a mail that is of no use without it. */
  | { type: 'button'; label: string; url: string; isSpelledOut?: boolean }
  | { type: 'entries'; entries: { title: string; text: string }[] }
  /** Set apart: what must not be overlooked. */
  | { type: 'note'; text: string }

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

export interface WrittenMail {
  to: { name: string; address: string }
  content: MailContent
}

/** There is nothing to tell any more; the message says why. */
export class NotApplicable extends Error {
  /** Whom it would have gone to, where that is known. */
  readonly toEmail: string | undefined

  constructor(reason: string, toEmail?: string) {
    super(reason)
    this.toEmail = toEmail
  }
}
