/** What the privacy policy says about periods, and the rule that does it. */
import { RETENTION } from '#api/operations/privacy/retention.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { writeTable } from './markdown.ts'

/** The sentence of the policy, the rule by its name in RETENTION, and what happens to the rows. */
const RULES: readonly (readonly [policy: string, what: string, how: string])[] = [
  [
    'Details of a purchase that was never paid are kept only as long as we need …',
    'Password of a form that was given up',
    'its hash is removed; the provider is asked no longer',
  ],
  [
    'we delete it when its purpose and the law allow',
    'Mark of the browser that placed an order',
    'emptied: the order can no longer be paid',
  ],
  [
    'we delete it when its purpose and the law allow',
    'What was typed in a browser that opened a payment by a mailed link',
    'deleted: the order has what counts',
  ],
  [
    'Details of a purchase that was never paid …',
    'Purchase that was never paid, with its form',
    "order, history, coupon's use and registration are deleted",
  ],
  [
    'we delete it when its purpose and the law allow',
    'Code of the exit offer, with its use',
    'deleted, counted from its expiry; an order keeps the text',
  ],
  [
    'Details of a purchase that was never paid are kept only as long as we need …',
    'Offer that came to nothing',
    'emptied, counted from its end; figures and hashes stay',
  ],
  ['Billing records: 7 years', 'Offer of a paid order', 'emptied; figures and hashes stay'],
  ['Project files: 12 months after completion', 'Answers of a completed or cancelled order', 'deleted'],
  [
    'Project files: 12 months after completion',
    'Files of its conversation',
    'deleted with their bytes, 30 days after their customer was told at the earliest',
  ],
  ['Project files: 12 months after completion', 'Notes of staff about its work', 'deleted'],
  ['Project files: 12 months after completion', 'Notes of admins with its assignments', 'emptied'],
  [
    'Project files: 12 months after completion',
    'Notes and links of its deliveries',
    'emptied; numbers stay, and when and by whom they were accepted',
  ],
  ['Project files: 12 months after completion', 'Reasons of new promised dates', 'emptied'],
  [
    'Project files: 12 months after completion',
    'Texts of faults and changes that its customer asked for',
    'emptied',
  ],
  [
    'Project files: 12 months after completion',
    'Texts of refunds that its customer asked for',
    'emptied; amounts and decisions stay',
  ],
  [
    'Project files: 12 months after completion',
    'Names, notes and addresses beside the audit log',
    'deleted; the entry stays and names nobody',
  ],
  [
    'Billing records: 7 years',
    'Buyer of a paid order, with its form and notes',
    'emptied or deleted; amounts and dates stay for the books',
  ],
  ['Billing records: 7 years', 'Invoice of a customer who was erased', 'deleted'],
  ['Billing records: 7 years', 'Invoice or credit note', 'emptied; number, order and hash stay'],
  [
    'we delete it when its purpose and the law allow',
    'Address of a mail that confirms an erasure',
    'deleted with its mail, if it could not be sent by then',
  ],
  [
    'Communications: 2 years',
    'Messages about a completed or cancelled order, with notes of the team',
    'deleted',
  ],
  [
    'Communications: 2 years',
    'Replies by mail about a completed or cancelled order',
    'deleted; one that is a message goes with it',
  ],
  ['Communications: 2 years', 'Review that was hidden or withdrawn', 'deleted; one that is shown stays'],
  ['Communications: 2 years', 'Record of a mail', 'deleted; the text of a mail is never stored'],
  [
    'Our payment provider tells us whether a payment succeeded',
    "Event of the payment provider, with the payer's details",
    'deleted',
  ],
  ['we delete it when its purpose and the law allow', 'Notification for admins', 'deleted'],
  [
    'we delete it when its purpose and the law allow',
    'Message of an outgoing webhook, with its response',
    'deleted',
  ],
  ['sessions are random and end by themselves', 'Session that has ended', 'deleted'],
  ['Temporary credentials: deleted at completion', 'Sign-in token of a purchase', 'deleted'],
  ['Temporary credentials: deleted at completion', 'Link that sets a password', 'deleted'],
  ['Temporary credentials: deleted at completion', 'Link that confirms an address', 'deleted'],
  ['Temporary credentials: deleted at completion', 'Challenge of a passkey', 'deleted'],
  [
    'Temporary credentials: deleted at completion',
    'Secret of an authenticator app that was never confirmed',
    'deleted',
  ],
  ['we delete it when its purpose and the law allow', 'Response under an idempotency key', 'deleted'],
]

/** What no rule of RETENTION does, with its period. */
const OTHERS: readonly (readonly [policy: string, what: string, after: string, how: string])[] = [
  [
    'we delete it when its purpose and the law allow',
    'finished jobs',
    '30 days',
    'the queue deletes them (`api/platform/jobs/queues.ts`)',
  ],
  [
    'Temporary credentials: deleted at completion',
    'access data of an order that was completed or cancelled, or whose warranty work was done',
    `${UNDO_SECONDS} seconds`,
    'deleted (`api/orders/access-data/remove.ts`)',
  ],
  [
    'we delete it when its purpose and the law allow',
    'uploaded picture that nothing shows',
    '30 days',
    'deleted with its files',
  ],
  [
    'we delete it when its purpose and the law allow',
    'link of a failed payment',
    '24 hours',
    'it is signed and stored nowhere',
  ],
  ['Account and profile: as long as the account exists', 'accounts', 'see Erasure', 'emptied'],
  [
    'Technical records of requests',
    'lines of the log, which the process writes to its output',
    'see [deployment.md](../../deployment.md)',
    'by the machine that collects them',
  ],
  [
    'Copies in backups disappear as the backups are replaced',
    'backups',
    'see [deployment.md](../../deployment.md)',
    'by whoever stores them',
  ],
]

/** @throws Error for a rule that no sentence explains, or a sentence without its rule */
export function writeRetention(): string {
  const explained = RULES.map(([, what]) => what).sort()
  const applied = RETENTION.map(({ what }) => what).sort()
  if (JSON.stringify(explained) !== JSON.stringify(applied))
    throw new Error(
      `docs/tables/retention.ts explains ${explained.join(', ')}; there are ${applied.join(', ')}`,
    )
  const rows = RULES.map(([policy, what, how]) => {
    const after = RETENTION.find((rule) => rule.what === what)?.after ?? ''
    return [`'${policy}'`, what, after, how]
  })
  const others = OTHERS.map(([policy, ...rest]) => [`'${policy}'`, ...rest])
  return writeTable(['the policy says', 'what', 'after', 'how'], [...rows, ...others])
}
