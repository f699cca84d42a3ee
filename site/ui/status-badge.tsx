/** The colour of every status; what each is called stands in api/contract/status-labels.ts, an order's colours beside it. */
import type { Coupon } from '../../api/contract/admin.ts'
import { mapStatuses } from '../../api/contract/order-statuses.ts'
import type { Refund } from '../../api/contract/refunds.ts'
import type { AssignmentStatus } from '../../api/contract/staff.ts'
import {
  ASSIGNMENT_STATUS_LABELS,
  COUPON_STATUS_LABELS,
  ORDER_STATUS_LABELS,
  REFUND_STATUS_LABELS,
} from '../../api/contract/status-labels.ts'
import { Badge, type BadgeTone } from './badge.tsx'

type Tones<Status extends string> = Readonly<Record<Status, BadgeTone>>

export const ADMIN_ORDER_TONES = mapStatuses(({ adminTone }) => adminTone)

const TONES = {
  order: mapStatuses(({ tone }) => tone),
  refund: {
    requested: 'caution',
    pending: 'caution',
    processed: 'positive',
    failed: 'negative',
  } satisfies Tones<Refund['status']>,
  assignment: {
    assigned: 'caution',
    in_progress: 'accent',
    completed: 'positive',
  } satisfies Tones<AssignmentStatus>,
  coupon: {
    active: 'positive',
    used: 'neutral',
    expired: 'caution',
    inactive: 'neutral',
  } satisfies Tones<Coupon['displayStatus']>,
}
const LABELS = {
  order: ORDER_STATUS_LABELS,
  refund: REFUND_STATUS_LABELS,
  assignment: ASSIGNMENT_STATUS_LABELS,
  coupon: COUPON_STATUS_LABELS,
}

/** A status that is not known here is shown as it is, in a neutral style. */
export function StatusBadge<Kind extends keyof typeof TONES>({
  kind,
  status,
}: {
  kind: Kind
  status: keyof (typeof TONES)[Kind] & string
}) {
  const tones: Readonly<Record<string, BadgeTone>> = TONES[kind]
  const labels: Readonly<Record<string, string>> = LABELS[kind]
  return (
    <Badge tone={tones[status] ?? 'neutral'} dot>
      {labels[status] ?? status}
    </Badge>
  )
}
