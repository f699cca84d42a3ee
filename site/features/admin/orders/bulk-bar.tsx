import { Undo, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ListedOrder } from '../../../../api/contract/admin.ts'
import type { OrderStatus } from '../../../../api/contract/orders.ts'
import { UNDO_SECONDS } from '../../../../api/contract/periods.ts'
import { ORDER_STATUS_LABELS } from '../../../../api/contract/status-labels.ts'
import type { StaffMember } from '../../../../api/contract/work.ts'
import { formatCount } from '../../../format/count.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { STAFF_PATH, toStaffOption } from '../staff/options.ts'
import { type Option, SearchSelect } from '../staff/search-select.tsx'
import { type ChangesMade, changeEach, describeChanges } from './change-orders.ts'
import { clearSelection } from './selection.ts'

export interface BulkResult {
  text: string
  /** Changed in a way that can be taken back for `UNDO_SECONDS`. */
  undoable: ListedOrder[]
}

interface ResultActions {
  /** Stable: the time to undo runs from one result to the next. */
  onResult: (result: BulkResult | undefined) => void
  onChanged: () => void
}

/** What can be done with the ticked orders, and then what became of it. */
export function BulkBar({
  orders,
  result,
  onResult,
  onChanged,
}: {
  orders: ListedOrder[]
  result: BulkResult | undefined
} & ResultActions) {
  const [asked, setAsked] = useState<'staff' | 'status' | undefined>()
  const close = () => setAsked(undefined)
  const finish = (made: ChangesMade, verb: string, canUndo: boolean) => {
    close()
    clearSelection()
    onResult({ text: describeChanges(made, verb), undoable: canUndo ? made.done : [] })
    onChanged()
  }
  if (orders.length === 0 && result) return <Result {...{ result, onResult, onChanged }} />
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-auto text-sm font-semibold tabular-nums text-ink">
        {orders.length} selected
      </p>
      <Button variant="secondary" onClick={() => setAsked('staff')}>
        Assign
      </Button>
      <Button variant="secondary" onClick={() => setAsked('status')}>
        Change status
      </Button>
      <Button
        variant="ghost"
        onClick={() => {
          clearSelection()
          onResult(undefined)
        }}
      >
        Clear selection
      </Button>
      {asked === 'staff' && (
        <AssignDialog orders={orders} onClose={close} onDone={(made) => finish(made, 'assigned', false)} />
      )}
      {asked === 'status' && (
        <StatusDialog orders={orders} onClose={close} onDone={(made) => finish(made, 'changed', true)} />
      )}
    </div>
  )
}

function Result({ result, onResult, onChanged }: { result: BulkResult } & ResultActions) {
  const [isBusy, setIsBusy] = useState(false)
  const line = useRef<HTMLParagraphElement>(null)
  // The button that asked for it is gone.
  useEffect(() => line.current?.focus(), [])
  useEffect(() => {
    if (result.undoable.length === 0) return
    const timer = setTimeout(() => onResult({ ...result, undoable: [] }), UNDO_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [result, onResult])

  async function takeBack(): Promise<void> {
    setIsBusy(true)
    const made = await changeEach(result.undoable, ({ id }) =>
      callAdminApi(`/api/admin/orders/${id}/status/undo`, { method: 'POST' }),
    )
    setIsBusy(false)
    onResult({ text: describeChanges(made, 'undone'), undoable: [] })
    onChanged()
    line.current?.focus()
  }

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
        <Button icon={Undo} variant="secondary" busy={isBusy} onClick={() => void takeBack()}>
          Undo
        </Button>
      )}
      <Button variant="ghost" onClick={() => onResult(undefined)}>
        <X aria-hidden="true" className="size-4" />
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

function AssignDialog({ orders, onClose, onDone }: ChangeProps) {
  const [staff, setStaff] = useState<Option | undefined>()
  return (
    <ChangeDialog
      orders={orders}
      title={`Assign ${formatCount(orders.length, 'order')}`}
      description="The staff member gets a mail for each, and sees the work in the staff area."
      check={() => (staff ? {} : { staffId: 'Select a staff member' })}
      change={({ id }) =>
        callAdminApi('/api/admin/staff-assignments', {
          method: 'POST',
          body: { staffId: staff?.id, orderId: id, notes: '' },
        })
      }
      onClose={onClose}
      onDone={onDone}
    >
      {({ staffId }) => (
        <SearchSelect<StaffMember>
          label="Staff member"
          placeholder="Select a staff member"
          path={STAFF_PATH}
          toOption={toStaffOption}
          chosen={staff}
          error={staffId}
          onChoose={setStaff}
        />
      )}
    </ChangeDialog>
  )
}

function StatusDialog({ orders, onClose, onDone }: ChangeProps) {
  const [status, setStatus] = useState<OrderStatus>('processing')
  return (
    <ChangeDialog
      orders={orders}
      title={`Change status of ${formatCount(orders.length, 'order')}`}
      description={`The mails to the customers leave ${UNDO_SECONDS} seconds later; until then it can be undone.`}
      check={() => ({})}
      change={(order) => {
        if (order.status === status) throw new Error('has this status already')
        const body = { status }
        return callAdminApi(`/api/admin/orders/${order.id}/status`, { method: 'PATCH', body })
      }}
      onClose={onClose}
      onDone={onDone}
    >
      {() => (
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
      )}
    </ChangeDialog>
  )
}

function ChangeDialog({
  orders,
  title,
  description,
  check,
  change,
  onClose,
  onDone,
  children,
}: ChangeProps & {
  title: string
  description: string
  check: () => { staffId?: string }
  change: (order: ListedOrder) => Promise<unknown>
  children: (errors: { staffId?: string }) => React.ReactNode
}) {
  const [step, setStep] = useState(0)
  return (
    <FormDialog
      size="md"
      title={title}
      description={description}
      // As high as its open selector, which must not be cut off.
      className="min-h-[24rem]"
      submitLabel={title}
      busyLabel={`${step + 1} of ${orders.length}...`}
      onClose={onClose}
      check={check}
      save={async () => onDone(await changeEach(orders, change, setStep))}
      explain={() => ({})}
    >
      {children}
    </FormDialog>
  )
}
