import type { AdminPackage } from '#api/contract/catalogue/packages.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { actionsColumn } from '#site/areas/admin/list/cells.tsx'
import { describeAmounts } from '#site/areas/admin/list/typed-amounts.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Picture } from '#site/kit/ui/primitives/picture.tsx'
import { StateBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import type { Columns } from '#site/kit/ui/table/data-table-list.ts'

interface PackageActions {
  onEdit: (item: AdminPackage) => void
  onQuestions: (item: AdminPackage) => void
  onSwitch: (item: AdminPackage) => void
}

export const makePackageColumns = ({
  onEdit,
  onQuestions,
  onSwitch,
}: PackageActions): Columns<AdminPackage> => [
  {
    header: 'Package',
    sort: 'name',
    card: 'title',
    className: 'lg:w-[30%]',
    cell: (item) => (
      <div className="flex items-center gap-3">
        <Picture
          of={{ ...item, imageAlt: '' }}
          sizes="64px"
          loading="lazy"
          className={`h-10 w-16 shrink-0 rounded-sm [td_&]:h-7 [td_&]:w-11 border border-line bg-ground-quiet ${item.isActive ? '' : 'opacity-50 grayscale'}`}
        />
        <div className="min-w-0">
          <p className="font-medium text-ink">{item.name}</p>
          <p className="mt-0.5 line-clamp-1 text-ink-quiet max-sm:hidden [td_&]:hidden">{item.description}</p>
        </div>
      </div>
    ),
  },
  {
    header: 'Category',
    sort: 'category',
    // Words do not break, so the column is as wide as its longest word, or its longest name where there is room.
    cell: ({ category }) => <span className="[overflow-wrap:normal] xl:whitespace-nowrap">{category}</span>,
  },
  {
    header: 'Price',
    sort: 'price',
    align: 'end',
    cell: ({ price, currency, prices }) => (
      <>
        <span className="whitespace-nowrap">{formatAmount(price, currency)}</span>
        {prices && <span className="block whitespace-pre text-ink-quiet">{describeAmounts(prices)}</span>}
      </>
    ),
  },
  {
    header: 'Delivery',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: ({ deliveryDays }) => formatCount(deliveryDays, 'business day'),
  },
  {
    header: 'Status',
    card: 'corner',
    cell: ({ isActive }) => (
      <StateBadge
        look={isActive ? { label: 'Active', tone: 'positive' } : { label: 'Inactive', tone: 'neutral' }}
      />
    ),
  },
  actionsColumn(
    (item) => (
      <div className="flex flex-wrap justify-end gap-1.5 sm:gap-2 lg:flex-nowrap">
        <Button variant="secondary" onClick={() => onEdit(item)} className="!px-2 sm:!px-3">
          Edit<span className="sr-only"> {item.name}</span>
        </Button>
        <Button variant="secondary" onClick={() => onQuestions(item)} className="!px-2 sm:!px-3">
          Questions
          <span className="tabular-nums text-ink-quiet">{item.questions.length}</span>
          <span className="sr-only"> of {item.name}</span>
        </Button>
        <Button variant="ghost" onClick={() => onSwitch(item)} className="!px-1 sm:min-w-[6.75rem] sm:!px-2">
          {item.isActive ? 'Deactivate' : 'Activate'}
          <span className="sr-only"> {item.name}</span>
        </Button>
      </div>
    ),
    'whitespace-nowrap',
  ),
]
