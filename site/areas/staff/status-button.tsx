import { CircleCheck, Play, Undo } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ChangeAssignmentStatusBody, StaffAssignment } from '#api/contract/orders/staff.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { ASSIGNMENT_STATUS } from '#api/rules/status-labels.ts'
import { readConflict } from '#site/kit/client/refusals.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { DeliverDialog } from '#site/order/delivery/deliver-dialog.tsx'
import { sendHint } from '#site/order/live.ts'
import { callStaffApi, isDenial, replaceAssignment } from './assignments.ts'
import { FILTER_LABELS } from './queue.ts'

const SMALL = 'xl:min-h-9 xl:py-1'

interface StatusButtonProps {
  assignment: StaffAssignment
  /** Whether it stands alone, as the next step of one order. Not in a list. */
  isNext: boolean
  onStatus: () => void
  /** Called when a button that may have had the focus has disappeared, so that the caller can move the focus. */
  onGone: () => void
}

/** The button for the next step of the work. For some seconds afterwards, another button undoes it. */
export function StatusButton({ assignment, isNext, onStatus, onGone }: StatusButtonProps) {
  const { id, order, status } = assignment
  const [isCompleting, setIsCompleting] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  /** The status that was set here, while it can be undone. */
  const [chosen, setChosen] = useState<string | undefined>()
  const undo = useRef<HTMLButtonElement>(null)
  /** Whether the next render removes the button that has the focus. */
  const isFocusLost = useRef(false)
  const isUndoable = chosen === status
  const path = `/api/staff/assignments/${id}/status`

  useEffect(() => {
    if (!chosen) return
    const timer = setTimeout(() => {
      isFocusLost.current = document.activeElement === undo.current
      setChosen(undefined)
    }, UNDO_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [chosen])

  // biome-ignore lint/correctness/useExhaustiveDependencies: these show and hide the buttons
  useEffect(() => {
    if (!isFocusLost.current || isCompleting || isAsked) return
    isFocusLost.current = false
    onGone()
  }, [isAsked, isCompleting, isUndoable, status])

  /** @throws as callStaffApi does */
  async function set(body: ChangeAssignmentStatusBody): Promise<void> {
    const changed = await callStaffApi<StaffAssignment>(path, { method: 'PUT', body })
    onStatus()
    isFocusLost.current = true
    replaceAssignment(changed)
    sendHint(order.id)
    setChosen(changed.status)
    showToast('Status Updated', `${order.packageName}: ${FILTER_LABELS[changed.status]}.`)
  }

  const starting = useAction(
    async () => {
      await set({ status: 'in_progress' })
      setIsAsked(false)
    },
    (error) => !isDenial(error) && showError('Error', 'Failed to update assignment status'),
  )
  const undoing = useAction(
    async () => {
      try {
        const changed = await callStaffApi<StaffAssignment>(`${path}/undo`, { method: 'POST' })
        isFocusLost.current = true
        replaceAssignment(changed)
        sendHint(order.id)
        showToast('Change Undone', `${order.packageName} is back to its previous status.`)
      } finally {
        setChosen(undefined)
      }
    },
    (error) => !isDenial(error) && showError('Failed to update assignment status', readConflict(error)),
  )
  const isSaving = starting.isBusy || undoing.isBusy
  // While one side waits for the other's words, or has to read them, the work is not the next step.
  const isFirst =
    isNext && !order.awaitsAnswers && !order.waitsFor && !order.awaitsReplySince && !order.workState
  const variant = isFirst ? 'primary' : 'secondary'

  return (
    <>
      {isUndoable && (
        <Button
          icon={Undo}
          ref={undo}
          variant="ghost"
          disabled={isSaving}
          onClick={undoing.run}
          className={`!px-3 max-sm:flex-1 ${SMALL}`}
        >
          Undo{isNext && ASSIGNMENT_STATUS[status].isDone && ' completion'}
          <span className="sr-only"> on order {order.id}</span>
        </Button>
      )}
      {ASSIGNMENT_STATUS[status].awaitsStart && (
        <Button
          icon={Play}
          variant={variant}
          busy={isSaving}
          onClick={order.awaitsAnswers ? () => setIsAsked(true) : starting.run}
          className={`max-sm:flex-1 ${SMALL}`}
        >
          Start Work
          <span className="sr-only"> on order {order.id}</span>
        </Button>
      )}
      {ASSIGNMENT_STATUS[status].isUnderWay && (
        <Button
          icon={CircleCheck}
          variant={variant}
          disabled={isSaving}
          onClick={() => setIsCompleting(true)}
          className={`max-sm:flex-1 ${SMALL}`}
        >
          Mark Complete
          <span className="sr-only"> on order {order.id}</span>
        </Button>
      )}
      {isAsked && (
        <ConfirmDialog
          title="Start without the answers?"
          variant="secondary"
          cancel={`Wait for ${order.user.firstName}`}
          confirm="Start anyway"
          onCancel={() => setIsAsked(false)}
          onConfirm={starting.run}
        >
          {formatCount(order.answers.requiredOpen, 'required answer')} missing. After you start,{' '}
          {order.user.firstName} can’t cancel for an automatic full refund.
        </ConfirmDialog>
      )}
      {isCompleting && (
        <CompleteDialog assignment={assignment} onComplete={set} onClose={() => setIsCompleting(false)} />
      )}
    </>
  )
}

interface CompleteDialogProps {
  assignment: StaffAssignment
  /** @throws as callStaffApi does */
  onComplete: (body: ChangeAssignmentStatusBody) => Promise<void>
  onClose: () => void
}

function CompleteDialog({ assignment: { order }, onComplete, onClose }: CompleteDialogProps) {
  return (
    <DeliverDialog
      orderId={order.id}
      title="Mark Complete"
      description={`${order.packageName} · ${order.invoiceNumber}`}
      intro={`Add what you deliver (optional). If yours is the last open assignment, we email it to the customer in ${UNDO_SECONDS} seconds.`}
      failure="Failed to update assignment status"
      hasOneLink
      call={callStaffApi}
      isHandled={isDenial}
      onClose={onClose}
      onDeliver={({ note, links, fileIds }) =>
        onComplete({
          status: ASSIGNMENT_STATUS.in_progress.next,
          ...(note && { deliveryNote: note }),
          ...(links?.[0] && { deliveryLink: links[0] }),
          ...(fileIds && { deliveryFileIds: fileIds }),
        })
      }
    />
  )
}
