/** Shared by all steps of the demo's history. */
import type { Knex } from 'knex'
import type { Package, PackageQuestion } from '#db/models/catalogue/package.ts'
import { ProviderEvent } from '#db/models/money/provider-event.ts'
import { OrderEvent } from '#db/models/orders/order.ts'
import { AssignmentEvent } from '#db/models/orders/staff-assignment.ts'
import { Notification } from '#db/models/outbound/notification.ts'
import { AuditDetails, AuditEntry } from '#db/models/people/audit-entry.ts'
import type { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import type { SeedRules } from '#db/seeds/seed-rules.ts'
import { type Clock, later } from './clock.ts'
import type { BuyerKey, StaffKey } from './people.ts'

export interface Shop {
  trx: Knex.Transaction
  rules: SeedRules
  clock: Clock
  admin: User
  staff: Record<StaffKey, User>
  /** The demo's customer account. */
  clara: User
  /** The buyers who have an account so far. */
  customers: Map<BuyerKey, User>
  /** By slug. */
  packages: Map<string, Package & { questions: PackageQuestion[] }>
  /** For the accounts of people who never sign in. */
  passwordHash: string
  records: Records
}

/** Rows that no later step reads. They are inserted at the end, table by table, which is a third faster than row by row. */
export class Records {
  readonly mails: { mail: Partial<OutboxMessage>; refusedAt: Date | undefined }[] = []
  readonly notifications: (Partial<Notification> & { createdAt: Date })[] = []
  readonly audit: { entry: Partial<AuditEntry>; details: Partial<AuditDetails> | undefined }[] = []
  readonly orderEvents: Partial<OrderEvent>[] = []
  readonly assignmentEvents: Partial<AssignmentEvent>[] = []
  readonly providerEvents: Partial<ProviderEvent>[] = []
}

/** Something that happens at a moment. Steps run in order of time, so that ids and numbers increase with time. */
export interface Step {
  at: Date
  take: () => Promise<void> | void
}

/** Notifications and the provider's events are stored for this long (docs/product/account.md, Retention). */
const STORED_MINUTES = 85 * 24 * 60

export const isStillStored = ({ clock }: Shop, at: Date): boolean => at > later(clock.now, -STORED_MINUTES)

/** Records a mail as the shop would write it at this step, sent a few seconds later. */
export async function sendMail(
  { trx, rules, records }: Shop,
  at: Date,
  kind: string,
  payload: object,
  { afterMinutes = 0.1, refusal }: { afterMinutes?: number; refusal?: string } = {},
): Promise<void> {
  const written = await rules.writeMail(trx, kind, payload)
  const endedAt = later(at, afterMinutes)
  const outcome = refusal ? { failedAt: endedAt, lastError: refusal } : { sentAt: endedAt }
  records.mails.push({
    mail: { ...written, kind, payload, createdAt: at, attempts: 1, ...outcome },
    refusedAt: refusal ? endedAt : undefined,
  })
}

export function notify(
  shop: Shop,
  createdAt: Date,
  notification: Pick<Notification, 'kind' | 'key' | 'title' | 'facts' | 'path'>,
): void {
  if (isStillStored(shop, createdAt)) shop.records.notifications.push({ ...notification, createdAt })
}

type Change = AuditEntry['changes'][number]

/** Records an entry of the audit log. @param personal changes and the IP address, which an erasure can empty */
export function audit(
  { records }: Shop,
  createdAt: Date,
  entry: Pick<AuditEntry, 'action' | 'subject'> &
    Partial<Pick<AuditEntry, 'actorId' | 'subjectId' | 'subjectLabel' | 'changes'>>,
  personal: { changes?: Change[]; ipAddress?: string } = {},
): void {
  const { changes = [], ipAddress } = personal
  const isPersonal = changes.length > 0 || ipAddress !== undefined
  records.audit.push({
    entry: { changes: [], ...entry, createdAt },
    details: isPersonal ? { changes, ...(ipAddress && { ipAddress }) } : undefined,
  })
}

export async function storeRecords(shop: Shop): Promise<void> {
  const { trx, records } = shop
  const mails = await OutboxMessage.query(trx).insert(records.mails.map(({ mail }) => mail))
  for (const [index, { refusedAt }] of records.mails.entries()) {
    const { id, kind } = mails[index] ?? {}
    if (refusedAt && kind)
      notify(shop, refusedAt, {
        kind: 'mail_failed',
        key: `mail_failed:${id}`,
        title: 'A mail could not be delivered',
        facts: [{ label: 'Mail', value: kind.replaceAll('_', ' ') }],
        path: '/admin?tab=staff&view=mail',
      })
  }
  records.notifications.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  await Notification.query(trx).insert(records.notifications)
  const entries = await AuditEntry.query(trx).insert(records.audit.map(({ entry }) => entry))
  await AuditDetails.query(trx).insert(
    records.audit.flatMap(({ details }, index) => {
      const auditId = entries[index]?.id
      return details && auditId ? [{ auditId, ...details }] : []
    }),
  )
  await OrderEvent.query(trx).insert(records.orderEvents)
  await AssignmentEvent.query(trx).insert(records.assignmentEvents)
  await ProviderEvent.query(trx).insert(records.providerEvents)
}

/** @example formatUsdCents(129_900) // $1,299.00 */
export const formatUsdCents = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** @example toDecimal(129_900) // 1299.00 */
export const toDecimal = (cents: number): string => (cents / 100).toFixed(2)
