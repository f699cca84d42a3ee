import { ofShop, type PersonalDataRow } from './row.ts'

const OUTGOING = 'Message of an outgoing webhook, with its response'

/** Facts and payloads contain only ids, amounts and the shop's own words, no personal data. */
export const OUTBOUND: readonly PersonalDataRow[] = [
  ofShop('notifications', 'facts key kind path title', 'Notification for admins'),
  {
    table: 'notification_reads',
    owner: 'user_id',
    exported: 'no: of the team',
    erased: { 'stays: ids alone': '' },
    kept: ['stays: with its notification'],
  },
  ofShop('webhook_endpoints', 'disabled_as events sealed_former_secret sealed_secret url'),
  ofShop('webhook_messages', 'event message_id payload response state', OUTGOING),
]
