import { useStore } from '@nanostores/react'
import { HandHelping } from 'lucide-react'
import type { StaffPool } from '../../../api/contract/assignments.ts'
import { readMessage } from '../../client/refusals.ts'
import { formatPromise } from '../../format/delivery.ts'
import { $userId, createFetcherStore, refetch } from '../../stores/query.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { useAction } from '../../stores/use-action.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { $assignments, callStaffApi } from './assignments.ts'

const $pool = createFetcherStore<StaffPool>(['/api/staff/pool', $userId], {
  fetcher: (path) => callStaffApi(String(path)),
})

/** Orders that nobody works on yet, where staff may take them. Below the queue, which they would push down. */
export function Pool() {
  const { data } = useStore($pool)
  if (!data?.isOpen || data.orders.length === 0) return null
  return (
    <Card title="Open orders" description="Nobody works on these yet. Take one, and it is yours.">
      <ul className="divide-y divide-line">
        {data.orders.map((order) => (
          <PoolRow key={order.id} order={order} />
        ))}
      </ul>
    </Card>
  )
}

function PoolRow({ order }: { order: StaffPool['orders'][number] }) {
  const { id, invoiceNumber, packageName, promisedBy, user } = order
  const { run, isBusy } = useAction(
    async () => {
      await callStaffApi(`/api/staff/pool/${id}/take`, { method: 'POST' })
      await Promise.all([refetch($assignments), refetch($pool)])
      showToast('It is yours', `${invoiceNumber}, ${packageName}`)
    },
    (error) => {
      showError('Not taken', readMessage(error) ?? 'Please check your connection and try again.')
      void refetch($pool)
    },
  )
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-3.5 text-sm sm:px-6">
      <div className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <h3 className="font-medium text-ink">{packageName}</h3>
        <p className="tabular-nums text-ink-quiet">
          <span translate="no">{invoiceNumber}</span> · {user.firstName} {user.lastName}
          {user.company && `, ${user.company}`}
        </p>
        <p className="mt-0.5 line-clamp-2 max-w-text text-ink-quiet">{order.package.description}</p>
      </div>
      {promisedBy && (
        <p className="tabular-nums text-ink-quiet">
          Due <time dateTime={promisedBy}>{formatPromise(new Date(promisedBy))}</time>
        </p>
      )}
      <Button
        icon={HandHelping}
        variant="secondary"
        busy={isBusy}
        onClick={run}
        aria-label={`Take ${invoiceNumber}`}
        className="max-sm:w-full"
      >
        Take
      </Button>
    </li>
  )
}
