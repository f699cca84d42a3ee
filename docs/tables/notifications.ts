/** The notifications that the shop's team gets, at the bell and by mail. */
import { NOTIFICATION_KINDS, type NotificationKind } from '#api/contract/outbound/notifications.ts'
import { OLDEST_BACKUP_HOURS } from '#api/rules/periods.ts'
import { writeTable } from './markdown.ts'

/** When each kind is sent. 'See' refers to a heading of docs/product. */
const WHEN = {
  order_paid: 'an order is paid, or placed at no charge',
  stray_money: 'a payment is stored that settles no order (see Unmatched payments)',
  dispute:
    'a buyer’s bank takes a payment back, asks for an answer by another date, or decides (see Disputes)',
  refund_failed: 'the provider refuses a refund',
  currency_refused: 'the provider refuses an order for its currency, once until it takes one',
  mail_failed: 'a mail is refused for good, or was tried for the last time',
  api_key: 'an API key gets a sensitive scope, or may refund more a day',
  webhook_stopped: 'an endpoint is disabled by the shop itself (see Outgoing webhooks)',
  backup_old: `the last backup is older than ${OLDEST_BACKUP_HOURS} hours, once a day; also where there is none, in production; or one could not be restored`,
  publish_failed: 'the pages could not be published, once until they are (see Publishing)',
  daily_digest:
    'on each working day once the company is open (see Business calendar): sold since the last one, waiting to be started, and late',
} satisfies Record<NotificationKind, string>

export const writeNotifications = () =>
  writeTable(
    ['kind', 'when'],
    NOTIFICATION_KINDS.map((kind) => [`\`${kind}\``, WHEN[kind]]),
  )
