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

export const UNPAID_ORDER_MINUTES = 30

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
  readonly mails: (Partial<OutboxMessage> & { kind: string })[] = []
  readonly notifications: (Partial<Notification> & { createdAt: Date })[] = []
  readonly audit: { entry: Partial<AuditEntry>; details: Partial<AuditDetails> }[] = []
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
  { afterMinutes = 0.1, refusal }: { afterMinutes?: number; refusal?: string | undefined } = {},
): Promise<void> {
  const written = await rules.writeMail(trx, kind, payload)
  const endedAt = later(at, afterMinutes)
  const outcome = refusal ? { failedAt: endedAt, lastError: refusal } : { sentAt: endedAt }
  records.mails.push({ ...written, kind, payload, createdAt: at, attempts: 1, ...outcome })
}

export function notify(
  shop: Shop,
  createdAt: Date,
  notification: Pick<Notification, 'kind' | 'key' | 'title' | 'facts' | 'path'>,
): void {
  if (isStillStored(shop, createdAt)) shop.records.notifications.push({ ...notification, createdAt })
}

/** Records an entry of the audit log. @param details changes and the IP address, which an erasure can empty */
export function audit(
  { records }: Shop,
  createdAt: Date,
  entry: Partial<AuditEntry>,
  details: Partial<AuditDetails> = {},
): void {
  records.audit.push({ entry: { changes: [], ...entry, createdAt }, details })
}

export async function storeRecords(shop: Shop): Promise<void> {
  const { trx, records } = shop
  const { mails, notifications, orderEvents, assignmentEvents, providerEvents } = records
  for (const [index, { id }] of (await OutboxMessage.query(trx).insert(mails)).entries()) {
    const { failedAt, kind = '' } = mails[index] ?? {}
    if (failedAt)
      notify(shop, failedAt, {
        kind: 'mail_failed',
        key: `mail_failed:${id}`,
        title: 'An email could not be delivered',
        facts: [{ label: 'Email', value: kind.replaceAll('_', ' ') }],
        path: '/admin?tab=staff&view=mail',
      })
  }
  notifications.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  await Notification.query(trx).insert(notifications)
  const entries = await AuditEntry.query(trx).insert(records.audit.map(({ entry }) => entry))
  await AuditDetails.query(trx).insert(
    entries.flatMap(({ id: auditId }, index) => {
      const details = records.audit[index]?.details
      return details && Object.keys(details).length > 0 ? [{ changes: [], ...details, auditId }] : []
    }),
  )
  await OrderEvent.query(trx).insert(orderEvents)
  await AssignmentEvent.query(trx).insert(assignmentEvents)
  await ProviderEvent.query(trx).insert(providerEvents)
}

/** @example formatUsd(129_900) // $1,299.00 */
export const formatUsd = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
