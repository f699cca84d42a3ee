import { PencilLine } from 'lucide-react'
import type { Coupon } from '../../../../api/contract/admin.ts'
import { formatUsd } from '../../../format/money.ts'
import { Button } from '../../../ui/button.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { DateCell, TwoLines } from '../list/cells.tsx'
import { PackageName } from './package-name.tsx'
import { SwitchCouponButton } from './switch-coupon-button.tsx'

const number = new Intl.NumberFormat('en-US')

interface CouponActions {
  onEdit: (coupon: Coupon) => void
  onSaved: (coupon: Coupon) => Promise<void>
}

const column = columnsOf<Coupon>()

/** @param actions stable: the columns are made once */
export function makeCouponColumns({ onEdit, onSaved }: CouponActions) {
  return column.columns([
    column.accessor('code', {
      header: 'Code',
      cell: ({ row: { original: coupon } }) => (
        <TwoLines below={<Terms coupon={coupon} />}>{coupon.code}</TwoLines>
      ),
      meta: { card: 'title' },
    }),
    column.accessor('discount', {
      header: 'Discount',
      enableSorting: false,
      cell: ({ row: { original: coupon } }) =>
        coupon.discountType === 'percentage' ? `${coupon.discount}%` : formatUsd(coupon.discount),
      meta: { align: 'end' },
    }),
    column.display({
      id: 'type',
      header: 'Type',
      cell: ({ row }) => (row.original.discountType === 'percentage' ? 'Percentage' : 'Fixed amount'),
    }),
    column.display({
      id: 'status',
      header: 'Status',
      cell: ({ row }) => <StatusBadge kind="coupon" status={row.original.displayStatus} />,
      meta: { card: 'corner' },
    }),
    column.accessor('usedCount', {
      header: 'Usage',
      sortDescFirst: true,
      cell: ({ row: { original: coupon } }) => (
        <span className="whitespace-nowrap">
          {number.format(coupon.usedCount)} /{' '}
          {coupon.usageLimit === null ? '∞' : number.format(coupon.usageLimit)}
        </span>
      ),
      meta: { align: 'end' },
    }),
    column.accessor('expiresAt', {
      header: 'Expiry',
      cell: ({ row: { original: coupon } }) =>
        coupon.expiresAt ? (
          <DateCell iso={coupon.expiresAt} />
        ) : (
          <span className="text-ink-quiet">Never</span>
        ),
      meta: { align: 'end' },
    }),
    column.accessor('createdAt', {
      header: 'Created',
      sortDescFirst: true,
      cell: ({ row }) => <DateCell iso={row.original.createdAt} />,
      meta: { align: 'end' },
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row: { original: coupon } }) => (
        <span className="flex gap-2 max-lg:w-full lg:justify-end lg:gap-1">
          <Button
            variant="secondary"
            aria-label={`Edit ${coupon.code}`}
            className="max-lg:flex-1 lg:px-3"
            onClick={() => onEdit(coupon)}
          >
            <PencilLine aria-hidden="true" className="size-4" />
            Edit
          </Button>
          <SwitchCouponButton coupon={coupon} onSaved={onSaved} />
        </span>
      ),
      meta: { align: 'end', card: 'actions' },
    }),
  ])
}

function Terms({ coupon }: { coupon: Coupon }) {
  const { packageId, newCustomersOnly } = coupon
  if (packageId === null) return newCustomersOnly ? 'New customers' : undefined
  return (
    <>
      <PackageName id={packageId} />
      {newCustomersOnly && ' · new customers'}
    </>
  )
}
