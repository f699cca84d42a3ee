import { Undo, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import type { OrderStatus } from '#api/contract/orders/orders.ts'
import type { StaffMember } from '#api/contract/orders/staff.ts'
import { hasPayment, ORDER_STATUS, STATUS_AFTER } from '#api/rules/orders.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { ORDER_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { type Option, SearchSelect, STAFF_SELECT } from '#site/areas/admin/staff/search-select.tsx'
import { formatCount } from '#site/kit/format/count.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { SelectField, TextAreaField } from '#site/kit/ui/field/field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { useDialog } from '#site/kit/ui/use-dialog.ts'
import { type ChangesMade, changeOrders, clearSelection, describeChanges } from './selection.tsx'
import { BEGUN_HINT, REASON } from './status-dialogs.tsx'

export interface BulkResult {
  text: string
  /** The orders whose change can be undone for `UNDO_SECONDS`. */
  undoable: ListedOrder[]
}

interface ResultActions {
  /** Must be a stable function: a new one would restart the time in which a change can be undone. */
  onResult: (result: BulkResult | undefined) => void
  onChanged: () => void
}

interface BulkBarProps extends ResultActions {
  orders: ListedOrder[]
  result: BulkResult | undefined
}

/** The actions for the selected orders, and afterwards the result. */
export function BulkBar({ orders, result, onResult, onChanged }: BulkBarProps) {
  const [dialog, { open, close }] = useDialog()
  const finish = (verb: string, canUndo: boolean) => (made: ChangesMade) => {
    close()
    clearSelection()
    onResult({ text: describeChanges(made, verb), undoable: canUndo ? made.done : [] })
    onChanged()
  }
  const props = { orders, onClose: close }
  if (orders.length === 0 && result)
    return <Result result={result} onResult={onResult} onChanged={onChanged} />
  return (
    <div className="flex items-center gap-1.5 max-sm:[&>button]:px-2.5 sm:gap-2">
      <p role="status" className="mr-auto min-w-0 truncate text-sm font-semibold tabular-nums text-ink">
        {orders.length} selected
      </p>
      <Button
        variant="secondary"
        onClick={() => open(<AssignDialog {...props} onDone={finish('assigned', false)} />)}
      >
        Assign
      </Button>
      <Button
        variant="secondary"
        onClick={() => open(<StatusDialog {...props} onDone={finish('changed', true)} />)}
      >
        Change status
      </Button>
      <Button
        icon={X}
        variant="ghost"
        onClick={() => {
          clearSelection()
          onResult(undefined)
        }}
      >
        <span className="max-sm:sr-only">Clear selection</span>
      </Button>
      {dialog}
    </div>
  )
}

function Result({ result, onResult, onChanged }: { result: BulkResult } & ResultActions) {
  const line = useRef<HTMLParagraphElement>(null)
  // Take the focus: the button that started the change is gone.
  useEffect(() => line.current?.focus(), [])
  useEffect(() => {
    if (result.undoable.length === 0) return
    const timer = setTimeout(() => onResult({ ...result, undoable: [] }), UNDO_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [result, onResult])

  const { run: takeBack, isBusy } = useAction(
    async () => {
      const made = await changeOrders(result.undoable, ({ id }) =>
        callAdminApi(`/api/admin/orders/${id}/status/undo`, { method: 'POST' }),
      )
      onResult({ text: describeChanges(made, 'undone'), undoable: [] })
      onChanged()
      line.current?.focus()
    },
    // Each change has its own error, which the result names.
    () => {},
  )

  return (
    <div className="flex flex-wrap items-center gap-2">
      <p
        ref={line}
        role="status"
        tabIndex={-1}
        className="mr-auto min-w-0 text-sm font-medium text-ink [overflow-wrap:anywhere]"
      >
        {result.text}
      </p>
      {result.undoable.length > 0 && (
        <Button icon={Undo} variant="secondary" busy={isBusy} onClick={takeBack}>
          Undo
        </Button>
      )}
      <Button icon={X} variant="ghost" onClick={() => onResult(undefined)}>
        Close
      </Button>
    </div>
  )
}

interface ChangeProps {
  orders: ListedOrder[]
  onClose: () => void
  onDone: (made: ChangesMade) => void
}

function AssignDialog(props: ChangeProps) {
  const [staff, setStaff] = useState<Option | undefined>()
  return (
    <ChangeDialog
      {...props}
      title={`Assign ${formatCount(props.orders.length, 'order')}`}
      description="The staff member gets an email for each order."
      check={() => (staff ? {} : { staffId: 'Select a staff member' })}
      change={({ id }) =>
        callAdminApi('/api/admin/staff-assignments', {
          method: 'POST',
          body: { staffId: staff?.id, orderId: id, notes: '' },
        })
      }
    >
      {({ staffId }) => (
        <SearchSelect<StaffMember>
          {...STAFF_SELECT}
          label="Staff member"
          chosen={staff}
          error={staffId}
          onChoose={setStaff}
        />
      )}
    </ChangeDialog>
  )
}

function StatusDialog(props: ChangeProps) {
  const [status, setStatus] = useState<OrderStatus>(STATUS_AFTER.start)
  const [hadWorkBegun, setBegun] = useState(true)
  const [reason, setReason] = useState('')
  const isPaid = props.orders.some(hasPayment)
  const asksReason = isPaid && ORDER_STATUS[status].isCancelled
  const asksBegun = isPaid && ORDER_STATUS[status].awaitsStart
  return (
    <ChangeDialog
      {...props}
      title={`Change status of ${formatCount(props.orders.length, 'order')}`}
      description={`Customers are emailed after ${UNDO_SECONDS} seconds. You can undo it until then.`}
      check={() => (asksReason && !reason.trim() ? { reason: 'Please give the reason' } : {})}
      change={(order) => {
        if (order.status === status) throw new Error('already has this status')
        const body = {
          status,
          ...(asksReason && { reason }),
          ...(asksBegun && hasPayment(order) && { hadWorkBegun }),
        }
        return callAdminApi(`/api/admin/orders/${order.id}/status`, { method: 'PATCH', body })
      }}
    >
      {({ reason: error }) => (
        <div className="grid gap-4">
          <SelectField
            label="New status"
            value={status}
            onChange={(event) => setStatus(event.target.value as OrderStatus)}
          >
            {Object.entries(ORDER_STATUS_LABELS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          {asksBegun && (
            <CheckField label="Work started" hint={BEGUN_HINT} checked={hadWorkBegun} onChange={setBegun} />
          )}
          {asksReason && (
            <TextAreaField
              {...REASON}
              value={reason}
              error={error}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </div>
      )}
    </ChangeDialog>
  )
}

interface ChangeErrors {
  staffId?: string
  reason?: string
}

interface ChangeDialogProps extends ChangeProps {
  title: string
  description: string
  check?: () => ChangeErrors
  change: (order: ListedOrder) => Promise<unknown>
  children: (errors: ChangeErrors) => ReactNode
}

function ChangeDialog({ orders, title, change, onDone, ...dialog }: ChangeDialogProps) {
  const [step, setStep] = useState(0)
  return (
    <FormDialog
      {...dialog}
      title={title}
      // High enough that the open staff selector is not cut off.
      className="min-h-[24rem]"
      submitLabel={title}
      busyLabel={`${step + 1} of ${orders.length}...`}
      save={async () => onDone(await changeOrders(orders, change, setStep))}
      // Each change has its own error, which the result names.
      explain={() => ({})}
    />
  )
}
