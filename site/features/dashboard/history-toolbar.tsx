import type { OrderStatus } from '../../../api/contract/orders.ts'
import { ORDER_STATUS_LABELS } from '../../../api/contract/status-labels.ts'
import { changeQuery } from '../../stores/address.ts'
import { Select } from '../../ui/field.tsx'
import { SearchInput } from '../../ui/search-input.tsx'

const LONGEST_SEARCH = 100

/** Search and filter of the history. They are in the address, so they survive a reload and the back button. */
export function HistoryToolbar({ q, status }: { q: string; status: OrderStatus | '' }) {
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-5 py-3 sm:px-6">
      <SearchInput
        value={q}
        maxLength={LONGEST_SEARCH}
        aria-label="Search orders"
        placeholder="Search orders"
        onChange={(event) => changeQuery({ q: event.target.value, page: undefined }, { replace: true })}
      />
      <Select
        frameClassName="flex-1 basis-40 sm:max-w-48"
        value={status}
        aria-label="Status"
        onChange={(event) => changeQuery({ status: event.target.value, page: undefined }, { replace: true })}
      >
        <option value="">All statuses</option>
        {Object.entries(ORDER_STATUS_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}
