import { useState } from 'react'
import type { AdminOrderDetail, OrderAssignment } from '#api/contract/orders/admin-orders.ts'
import type { StaffMember } from '#api/contract/orders/staff.ts'
import { nameCountry } from '#api/rules/countries.ts'
import { isInWork, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { ASSIGNMENT_STATUS } from '#api/rules/status-labels.ts'
import { Email, RowButton } from '#site/areas/admin/list/cells.tsx'
import { PlaceLink } from '#site/areas/admin/list/place-link.tsx'
import { isErased } from '#site/areas/admin/list/row-labels.ts'
import { PaymentLinkButton } from '#site/areas/admin/offers/payment-link.tsx'
import { ReassignDialog, readErrors, UnassignDialog } from '#site/areas/admin/staff/assigning.tsx'
import { type Option, SearchSelect, STAFF_SELECT } from '#site/areas/admin/staff/search-select.tsx'
import { formatDate } from '#site/kit/format/date.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { type Dialogs, useDialog } from '#site/kit/ui/use-dialog.ts'

/** The staff of an order. */
export function OrderStaff({ order, onChanged }: { order: AdminOrderDetail; onChanged: () => void }) {
  const [dialog, dialogs] = useDialog(onChanged)
  const { assignments } = order
  const isAssignable = isInWork(order)
  return (
    <Card isDense title="Staff">
      {assignments.length > 0 && (
        <ul className="divide-y divide-line">
          {assignments.map((assignment) => (
            <Assigned key={assignment.id} assignment={assignment} order={order} dialogs={dialogs} />
          ))}
        </ul>
      )}
      {isAssignable && <AssignSelect order={order} onAssigned={onChanged} />}
      {!isAssignable && assignments.length === 0 && (
        <p className="px-5 py-4 text-sm text-ink-quiet sm:px-6">
          {PAYMENT_STATUS[order.paymentStatus].isUnpaid
            ? 'Only a paid order can be assigned.'
            : 'Not assigned.'}
        </p>
      )}
      {dialog}
    </Card>
  )
}

interface AssignedProps {
  assignment: OrderAssignment
  order: AdminOrderDetail
  dialogs: Dialogs
}

function Assigned({ assignment, order, dialogs: { open, close, finish } }: AssignedProps) {
  const { staff, status, assignedAt, assignedByUser, notes } = assignment
  const dialogProps = { assignment: { ...assignment, order }, onClose: close, onDone: finish }
  const look = {
    of: `${order.invoiceNumber} of ${staff.firstName} ${staff.lastName}`,
    variant: 'ghost',
    className: '!px-3',
  } as const
  return (
    <li className="px-5 py-4 text-sm sm:px-6">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium text-ink [overflow-wrap:anywhere]">
          {staff.firstName} {staff.lastName}
        </span>
        <StatusBadge kind="assignment" status={status} />
      </p>
      <p className="mt-0.5 text-ink-quiet">
        Since <time dateTime={assignedAt}>{formatDate(assignedAt)}</time>, by {assignedByUser.firstName}
      </p>
      {notes && <p className="mt-1.5 whitespace-pre-line text-ink [overflow-wrap:anywhere]">{notes}</p>}
      {/* Completed work stays with the person who did it. */}
      {!ASSIGNMENT_STATUS[status].isDone && (
        <div className="-mx-3 -mb-2 mt-1 flex">
          <RowButton label="Reassign" {...look} onClick={() => open(<ReassignDialog {...dialogProps} />)} />
          <RowButton label="Unassign" {...look} onClick={() => open(<UnassignDialog {...dialogProps} />)} />
        </div>
      )}
    </li>
  )
}

function AssignSelect({ order, onAssigned }: { order: AdminOrderDetail; onAssigned: () => void }) {
  const [chosen, setChosen] = useState<Option | undefined>()
  const [error, setError] = useState<string | undefined>()
  const { run: assign, isBusy } = useAction(
    async (staff: Option) => {
      const body = { staffId: staff.id, orderId: order.id }
      await callAdminApi('/api/admin/staff-assignments', { method: 'POST', body })
      showToast('Assignment Created', `${staff.label} is now assigned to ${order.invoiceNumber}.`)
      setChosen(undefined)
      onAssigned()
    },
    (failure) => {
      const { staffId, orderId } = readErrors(failure)
      setError(staffId ?? orderId)
      showError('Assignment Failed', 'Failed to assign project to staff member')
    },
  )

  return (
    <div className="border-t border-line px-5 py-4 first:border-t-0 sm:px-6">
      <SearchSelect<StaffMember>
        label={order.assignments.length > 0 ? 'Add another person' : 'Assign to'}
        {...STAFF_SELECT}
        hint="We email them right away."
        chosen={chosen}
        error={error}
        onChoose={(staff) => {
          setChosen(staff)
          setError(undefined)
        }}
      />
      {chosen && (
        <Button className="mt-3 w-full" busy={isBusy} onClick={() => assign(chosen)}>
          Assign
        </Button>
      )}
    </div>
  )
}

const LINK = 'link -my-1 inline-block py-1'

/** The customer's name, which leads to their page or, without an account, to their orders. */
export function CustomerLink({ order: { user, buyer } }: { order: AdminOrderDetail }) {
  const { firstName, lastName, email } = buyer
  return (
    <PlaceLink to={user ? { user: String(user.id) } : { tab: 'orders', q: email }} className={LINK}>
      {firstName} {lastName}
    </PlaceLink>
  )
}

export function OrderCustomer({ order }: { order: AdminOrderDetail }) {
  const buyer = omitPlaceholders(order.buyer)
  const { firstName, lastName, email, phone, company, jobTitle, ...rest } = buyer
  const { country: _, address, city, state, zipCode, taxId, ...unshown } = rest
  // Fails to compile if the buyer has a field that is not shown below.
  unshown satisfies Record<string, never>
  const name = `${firstName} ${lastName}`
  if (isErased(buyer)) {
    return (
      <Card isDense title="Customer">
        <div className="px-5 py-4 text-sm sm:px-6">
          <p className="font-medium text-ink">{name}</p>
          <p className="mt-1 text-ink-quiet">
            Their personal data was erased. No address or invoice is available.
          </p>
        </div>
      </Card>
    )
  }
  const region = [state, zipCode].filter(Boolean).join(' ')
  const place = [city, region].filter(Boolean).join(', ')
  const country = buyer.country && nameCountry(buyer.country)
  return (
    <Card
      isDense
      title="Customer"
      actions={
        <PaymentLinkButton
          variant="ghost"
          className="-mr-3 !px-3"
          start={{
            firstName,
            lastName,
            email,
            currency: order.currency,
            fromOrder: order,
            title: `Extra work: ${order.packageName}`.slice(0, 120),
          }}
        />
      }
    >
      <dl className="flex flex-col gap-3 px-5 py-4 text-sm sm:px-6">
        <Fact label="Name" valueClassName="font-medium">
          <CustomerLink order={order} />
          {(jobTitle || company) && (
            <span className="block font-normal text-ink-quiet">
              {[jobTitle, company].filter(Boolean).join(', ')}
            </span>
          )}
        </Fact>
        <Fact label="Email">
          <a href={`mailto:${email}`} className={LINK}>
            <Email address={email} />
          </a>
          {order.user && order.user.email !== email && (
            <span className="block text-ink-quiet">
              Account email now: <Email address={order.user.email} />
            </span>
          )}
        </Fact>
        {phone && (
          <Fact label="Phone">
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={LINK}>
              {phone}
            </a>
          </Fact>
        )}
        <Fact label="Address">
          {[address, place, country].filter(Boolean).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          {!address && !place && <span className="text-ink-quiet">Not given yet</span>}
        </Fact>
        {taxId && <Fact label="Tax ID">{taxId}</Fact>}
        {order.reference && <Fact label="Customer reference">{order.reference}</Fact>}
      </dl>
    </Card>
  )
}
