/** Notifications for the people who run the shop: the bell in the admin area, and mails, of which each admin can turn off kinds. */
import * as z from 'zod'
import { listParameters, oneOf } from '#api/contract/platform/lists.ts'

export const NOTIFICATION_KINDS = [
  /** An order is paid, or placed at no charge. */
  'order_paid',
  /** A payment is stored that settles no order (docs/product/back-office.md, Unmatched payments). */
  'stray_money',
  /** A buyer's bank takes a payment back, asks for an answer by another date, or decides (docs/product/back-office.md, Disputes). */
  'dispute',
  /** The provider refuses a refund. */
  'refund_failed',
  /** The provider refuses an order for its currency: once, until it takes one. */
  'currency_refused',
  /** A mail is refused for good, or was tried for the last time. */
  'mail_failed',
  /** The shop itself disables an endpoint (docs/product/api.md, Outgoing webhooks). */
  'webhook_stopped',
  /** The last backup is too old, once a day; in production also where there is none; or one could not be restored. */
  'backup_old',
  /** The pages could not be published: once, until they are (docs/product/back-office.md, Publishing). */
  'publish_failed',
  /** An API key gets a sensitive scope, or may refund more a day. */
  'api_key',
  /** On each working day once the company is open: sold since the last one, waiting to be started, and late. */
  'daily_digest',
] as const
export const NotificationKind = oneOf('kind', NOTIFICATION_KINDS)
export type NotificationKind = z.infer<typeof NotificationKind>

export const NotificationListQuery = z.object({
  ...listParameters(['createdAt'], '-createdAt'),
  kind: NotificationKind.optional().describe('only notifications of this kind'),
  state: z
    .enum(['read', 'unread'], 'state must be read or unread')
    .optional()
    .describe('unread: not marked as read by the admin who asks'),
})
export type NotificationListQuery = z.infer<typeof NotificationListQuery>

export const Notification = z.object({
  id: z.int(),
  kind: NotificationKind,
  title: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  path: z.string().describe('the page of the admin area that shows it'),
  createdAt: z.string(),
  isRead: z.boolean().describe('by the admin who asks'),
})
export type Notification = z.infer<typeof Notification>

export const ReadNotificationsBody = z.object({
  ids: z.array(z.int().positive()).max(200, 'At most 200 at once').optional().describe('unset: all of them'),
})

export const NotificationMails = z.object({
  kinds: z
    .array(NotificationKind)
    .max(NOTIFICATION_KINDS.length)
    .refine((kinds) => new Set(kinds).size === kinds.length, 'A kind is named twice'),
})
export type NotificationMails = z.infer<typeof NotificationMails>
