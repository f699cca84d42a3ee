/** The states of what the shop sends: mails and messages of webhooks. Without zod, so that pages can load it. */
import { namesOf } from './statuses.ts'

/** isQueued: a job sends it. isSent: the mail server took it. hasFailed: refused for good. isSkipped: it had become pointless. */
interface MailRules {
  isQueued: boolean
  isSent: boolean
  hasFailed: boolean
  isSkipped: boolean
}
export const MAIL_STATE = {
  queued: { isQueued: true, isSent: false, hasFailed: false, isSkipped: false },
  sent: { isQueued: false, isSent: true, hasFailed: false, isSkipped: false },
  failed: { isQueued: false, isSent: false, hasFailed: true, isSkipped: false },
  skipped: { isQueued: false, isSent: false, hasFailed: false, isSkipped: true },
} as const satisfies Record<string, MailRules>
export const MAIL_STATES = namesOf(MAIL_STATE)

/** isWaiting: an attempt is still to come. */
export const WEBHOOK_MESSAGE_STATE = {
  waiting: { isWaiting: true },
  delivered: { isWaiting: false },
  failed: { isWaiting: false },
} as const satisfies Record<string, { isWaiting: boolean }>
export const WEBHOOK_MESSAGE_STATES = namesOf(WEBHOOK_MESSAGE_STATE)
