import type { OrderAnswer } from '#api/contract/orders/orders.ts'
import type { StaffAssignment } from '#api/contract/orders/staff.ts'
import { ORDER_STATUS } from '#api/rules/orders.ts'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { useOrderPart } from '#site/order/use-order-part.ts'
import { callStaffApi } from './assignments.ts'

const SKELETON_ANSWERS = [0, 1, 2]

/** The customer's answers, then the missing ones that the work needs, then the optional ones that were left out. */
export function Answers({ assignment: { order } }: { assignment: StaffAssignment }) {
  const { data, error, reload } = useOrderPart<OrderAnswer[]>(order.id, 'answers', callStaffApi)
  const { missing, skipped } = order.answers
  const { isOpen } = ORDER_STATUS[order.status]
  const rows = data && [
    ...data.filter(({ answer }) => answer.trim() !== ''),
    ...[...missing, ...skipped].map((question) => ({ questionId: question, question, answer: '' })),
  ]

  return (
    <>
      {!rows && !error && (
        <Loading className="flex flex-col gap-6">
          {SKELETON_ANSWERS.map((row) => (
            <div key={row} className="flex flex-col gap-2">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-4 w-full" />
            </div>
          ))}
        </Loading>
      )}
      {!rows && Boolean(error) && (
        <LoadFailed title="The answers didn’t load" error={error} onRetry={reload} />
      )}
      {rows?.length === 0 && <p className="text-ink-quiet">This order has no questions.</p>}
      {rows && rows.length > 0 && (
        <dl className="flex flex-col divide-y divide-line">
          {rows.map(({ questionId, question, answer }) => (
            <div key={questionId} className="py-4 first:pt-0 last:pb-0">
              <dt className="text-sm text-ink-quiet">{question}</dt>
              <dd className="mt-1 max-w-text whitespace-pre-line text-ink [overflow-wrap:anywhere]">
                {answer ||
                  (isOpen && missing.includes(question) ? (
                    <Badge tone="caution" dot>
                      Required, not answered
                    </Badge>
                  ) : (
                    <span className="text-ink-quiet">
                      {isOpen ? 'Optional, not answered' : 'Not answered'}
                    </span>
                  ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
