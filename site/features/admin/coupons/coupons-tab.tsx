import { Plus, TicketPercent } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Coupon } from '../../../../api/contract/admin.ts'
import { COUPON_STATUS_LABELS } from '../../../../api/contract/status-labels.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListFilter } from '../list/list-filter.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { makeCouponColumns } from './coupon-columns.tsx'
import { CouponDialog } from './coupon-dialog.tsx'

const LIST = {
  path: '/api/coupons',
  defaultSort: '-createdAt',
  filters: ['status', 'exitOffers'],
  exportPath: '/api/admin/coupons.csv',
} as const

export function CouponsTab() {
  const list = useAdminList<Coupon>(LIST)
  const latest = useRef(list)
  latest.current = list
  const [shown, setShown] = useState<Coupon | 'new' | undefined>()
  const columns = useMemo(
    () =>
      makeCouponColumns({
        onEdit: setShown,
        onSaved: (coupon) => latest.current.replaceRow(({ id }) => id === coupon.id, coupon),
      }),
    [],
  )
  const newCoupon = (
    <Button onClick={() => setShown('new')}>
      <Plus aria-hidden="true" className="size-4" />
      New Coupon
    </Button>
  )

  return (
    <>
      <DataTable
        title="Coupons"
        noun={['coupon', 'coupons']}
        list={list}
        columns={columns}
        rowId={(coupon) => coupon.id}
        tableFrom="lg"
        searchHint="Search codes"
        actions={newCoupon}
        filters={
          <>
            <ListFilter
              list={list}
              name="status"
              label="Status"
              options={[['all', 'All statuses'], ...Object.entries(COUPON_STATUS_LABELS)]}
            />
            <CheckField
              label="Show exit-offer codes"
              checked={list.filters.exitOffers === 'included'}
              onChange={(isShown) => list.change({ filters: { exitOffers: isShown ? 'included' : '' } })}
              className="px-1"
            />
          </>
        }
        empty={
          <EmptyState icon={TicketPercent} title="No coupons yet" action={newCoupon}>
            Coupons that you create appear here. Codes that the exit offer gives to visitors who are about to
            leave are shown on request.
          </EmptyState>
        }
      />
      {shown && (
        <CouponDialog
          coupon={shown === 'new' ? undefined : shown}
          onClose={() => setShown(undefined)}
          onSaved={() => {
            setShown(undefined)
            list.refresh()
          }}
        />
      )}
    </>
  )
}
