import { Plus, TicketPercent } from 'lucide-react'
import type { Coupon } from '#api/contract/catalogue/coupons.ts'
import { COUPON_STATUS } from '#api/rules/coupon-rules.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { COUPON_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { makeList, usePackageNames } from '#site/areas/admin/list/admin-table.tsx'
import { actionsColumn, DateCell, dateColumn, RowButton, TwoLines } from '#site/areas/admin/list/cells.tsx'
import { PlaceLink } from '#site/areas/admin/list/place-link.tsx'
import { describeAmounts } from '#site/areas/admin/list/typed-amounts.ts'
import type { AdminList } from '#site/areas/admin/list/use-admin-list.ts'
import { formatNumber } from '#site/kit/format/count.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'
import { CouponDialog, describeOwner } from './coupon-dialog.tsx'

const newCoupon = (tools: Dialogs) => (
  <Button icon={Plus} onClick={() => tools.open(<CouponDialog tools={tools} />)}>
    New coupon
  </Button>
)

export const Panel = makeList<Coupon>({
  title: 'Coupons',
  noun: ['coupon', 'coupons'],
  path: '/api/coupons',
  defaultSort: '-createdAt',
  filters: [
    { name: 'status', label: 'Status', options: { all: 'All statuses', ...COUPON_STATUS_LABELS } },
    'exitOffers',
  ],
  exportPath: '/api/admin/coupons.csv',
  controls: (list) => (
    <CheckField
      label="Show exit-offer codes"
      checked={list.filters.exitOffers === 'included'}
      onChange={(isShown) => list.change({ filters: { exitOffers: isShown ? 'included' : '' } })}
      className="px-1"
    />
  ),
  actions: newCoupon,
  emptyAction: newCoupon,
  isTopAligned: false,
  searchHint: 'Search codes',
  empty: {
    icon: TicketPercent,
    title: 'No coupons yet',
    children:
      'Coupons you create appear here. Choose ‘Show exit-offer codes’ to see the 20% exit-intent coupons too.',
  },
  columns: (tools) => [
    {
      header: 'Code',
      sort: 'code',
      card: 'title',
      cell: (coupon) => (
        <TwoLines below={hasTerms(coupon) && <Terms coupon={coupon} />}>
          <span translate="no">{coupon.code}</span>
        </TwoLines>
      ),
    },
    {
      header: 'Discount',
      align: 'end',
      cell: ({ discount, discountType, currency, amounts }) =>
        discountType === 'percentage' ? (
          `${discount}%`
        ) : (
          <>
            {formatAmount(discount, currency)}
            {amounts && (
              <span className="block whitespace-pre text-ink-quiet">{describeAmounts(amounts)}</span>
            )}
          </>
        ),
    },
    {
      header: 'Type',
      className: 'whitespace-nowrap',
      // A narrow row says it with its % or currency alone.
      cell: ({ discountType }) => (
        <span data-nothing>{discountType === 'percentage' ? 'Percentage' : 'Fixed amount'}</span>
      ),
    },
    {
      header: 'Status',
      card: 'corner',
      cell: ({ displayStatus }) => <StatusBadge kind="coupon" status={displayStatus} />,
    },
    {
      header: 'Usage',
      isLabelled: true,
      sort: '-usedCount',
      align: 'end',
      cell: ({ usedCount, usageLimit }) => (
        <span className="whitespace-nowrap">
          {formatNumber(usedCount)} / {usageLimit === null ? '∞' : formatNumber(usageLimit)}
        </span>
      ),
    },
    {
      header: 'Expiry',
      isLabelled: true,
      sort: 'expiresAt',
      align: 'end',
      cell: ({ expiresAt }) =>
        expiresAt ? <DateCell iso={expiresAt} /> : <span className="text-ink-quiet">Never</span>,
    },
    dateColumn('Created', (row) => row.createdAt, { isLabelled: true, sort: '-createdAt', align: 'end' }),
    actionsColumn((coupon) => (
      <span className="flex justify-end gap-2 lg:gap-1">
        <RowButton
          label="Edit"
          of={coupon.code}
          className="!px-3"
          onClick={() => tools.open(<CouponDialog coupon={coupon} tools={tools} />)}
        />
        <SwitchCouponButton coupon={coupon} replaceRow={tools.replaceRow} />
      </span>
    )),
  ],
})

const hasTerms = ({ packageId, newCustomersOnly, owner }: Coupon) =>
  packageId !== null || newCustomersOnly || owner !== null

function Terms({ coupon: { packageId, newCustomersOnly, owner } }: { coupon: Coupon }) {
  const names = usePackageNames()
  const terms = [
    packageId !== null && (names?.find(({ id }) => id === packageId)?.name ?? `Package ${packageId}`),
    newCustomersOnly && 'new customers',
  ].filter(Boolean)
  return (
    <>
      {owner && (
        <PlaceLink to={{ user: String(owner.id) }} className="link -my-1 inline-block py-1">
          For {describeOwner(owner)}
        </PlaceLink>
      )}
      {owner && terms.length > 0 && ' · '}
      {terms.join(' · ')}
    </>
  )
}

/** Disables or enables a coupon. Does not ask first, because the same button undoes it. */
function SwitchCouponButton({
  coupon,
  replaceRow,
}: { coupon: Coupon } & Pick<AdminList<Coupon>, 'replaceRow'>) {
  const isOn = COUPON_STATUS[coupon.status].isUsable
  const { run, isBusy } = useAction(
    async () => {
      const body = { status: isOn ? 'inactive' : 'active' }
      const saved = await callAdminApi<Coupon>(`/api/admin/coupons/${coupon.id}`, { method: 'PATCH', body })
      await replaceRow(saved)
      showToast('Coupon Updated', `${saved.code} is ${isOn ? 'no longer active' : 'active again'}.`)
    },
    () => showError('Update Failed', 'Failed to update coupon'),
  )

  const label = isOn ? 'Deactivate' : 'Activate'
  return (
    <Button
      variant="ghost"
      busy={isBusy}
      aria-label={`${label} ${coupon.code}`}
      className="!min-w-24 !px-2"
      onClick={run}
    >
      {label}
    </Button>
  )
}
