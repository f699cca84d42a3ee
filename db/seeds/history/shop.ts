/** Shared by all steps of the demo's history. */
import type { Knex } from 'knex'
import { AuditDetails, AuditEntry } from '../../models/audit-entry.ts'
import { Notification } from '../../models/notification.ts'
import { OutboxMessage } from '../../models/outbox-message.ts'
import type { Package, PackageQuestion } from '../../models/package.ts'
import type { User } from '../../models/user.ts'
import type { SeedRules } from '../seed-rules.ts'
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
  /** The buyers who have an account by now. */
  customers: Map<BuyerKey, User>
  /** By slug. */
  packages: Map<string, Package & { questions: PackageQuestion[] }>
  /** For the accounts of people who never sign in. */
  passwordHash: string
}

/** Something that happens at a moment. Steps are taken in order of time, so that ids and numbers rise with time. */
export interface Step {
  at: Date
  take: () => Promise<void>
}

/** Notifications and the provider's events are stored for this long (docs/product/account.md, Retention). */
const STORED_MINUTES = 85 * 24 * 60

export const isStillStored = ({ clock }: Shop, at: Date): boolean => at > later(clock.now, -STORED_MINUTES)

/** Stores a mail as the shop writes it at this step, and as sent a few seconds afterwards. */
export async function sendMail(
  shop: Shop,
  at: Date,
  kind: string,
  payload: object,
  { afterMinutes = 0.1, refusal }: { afterMinutes?: number; refusal?: string } = {},
): Promise<void> {
  const written = await shop.rules.writeMail(shop.trx, kind, payload)
  const endedAt = later(at, afterMinutes)
  const { id } = await OutboxMessage.query(shop.trx)
    .insert({
      ...written,
      kind,
      payload,
      createdAt: at,
      attempts: 1,
      ...(refusal ? { failedAt: endedAt, lastError: refusal } : { sentAt: endedAt }),
    })
    .returning('id')
  if (!refusal) return
  await notify(shop, endedAt, {
    kind: 'mail_failed',
    key: `mail_failed:${id}`,
    title: 'A mail could not be delivered',
    facts: [{ label: 'Mail', value: kind.replaceAll('_', ' ') }],
    path: '/admin?tab=staff&view=mail',
  })
}

export async function notify(
  shop: Shop,
  createdAt: Date,
  notification: Pick<Notification, 'kind' | 'key' | 'title' | 'facts' | 'path'>,
): Promise<void> {
  if (isStillStored(shop, createdAt))
    await Notification.query(shop.trx).insert({ ...notification, createdAt })
}

type Change = AuditEntry['changes'][number]

/** @param personal changes and the IP address, which an erasure may empty */
export async function audit(
  { trx }: Shop,
  createdAt: Date,
  entry: Pick<AuditEntry, 'action' | 'subject'> &
    Partial<Pick<AuditEntry, 'actorId' | 'subjectId' | 'subjectLabel' | 'changes'>>,
  personal: { changes?: Change[]; ipAddress?: string } = {},
): Promise<void> {
  const { id } = await AuditEntry.query(trx).insert({ changes: [], ...entry, createdAt })
  const { changes = [], ipAddress } = personal
  if (changes.length > 0 || ipAddress) {
    await AuditDetails.query(trx).insert({ auditId: id, changes, ...(ipAddress && { ipAddress }) })
  }
}

/** @example formatUsdCents(129_900) // $1,299.00 */
export const formatUsdCents = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** @example toDecimal(129_900) // 1299.00 */
export const toDecimal = (cents: number): string => (cents / 100).toFixed(2)
