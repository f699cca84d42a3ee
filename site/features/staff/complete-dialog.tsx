import type { ChangeAssignmentStatusBody, StaffAssignment } from '../../../api/contract/assignments.ts'
import { DeliverDialog } from '../../order-page/delivery/deliver-dialog.tsx'
import { callStaffApi, isDenial } from './assignments.ts'

/** Completes the work, with what is handed over to the customer. */
export function CompleteDialog({
  assignment: { order },
  onComplete,
  onClose,
}: {
  assignment: StaffAssignment
  /** @throws as callStaffApi does */
  onComplete: (body: ChangeAssignmentStatusBody) => Promise<void>
  onClose: () => void
}) {
  return (
    <DeliverDialog
      orderId={order.id}
      title="Mark Complete"
      description={`${order.packageName} · ${order.invoiceNumber}`}
      intro={`Is there something to hand over? ${order.user.firstName} gets it on the order’s page, and the admins in their mail. All of it may stay empty.`}
      failure="Failed to update assignment status"
      hasOneLink
      call={callStaffApi}
      isHandled={isDenial}
      onClose={onClose}
      onDeliver={({ note, links, fileIds }) =>
        onComplete({
          status: 'completed',
          ...(note && { deliveryNote: note }),
          ...(links?.[0] && { deliveryLink: links[0] }),
          ...(fileIds && { deliveryFileIds: fileIds }),
        })
      }
    />
  )
}
