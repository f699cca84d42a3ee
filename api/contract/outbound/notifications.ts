/** Notifications for the people who run the shop: the bell in the admin area, and mails, of which each admin can turn off kinds. */
import * as z from 'zod'
import { listParameters, oneOf } from '#api/contract/platform/lists.ts'

export const NOTIFICATION_KINDS = [
  'order_paid',
  'stray_money',
  'dispute',
  'refund_failed',
  'currency_refused',
  'mail_failed',
  'webhook_stopped',
  'backup_old',
  'publish_failed',
  'api_key',
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
