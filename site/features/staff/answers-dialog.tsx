import type { StaffAssignment } from '../../../api/contract/assignments.ts'
import { Dialog, DialogDone } from '../../ui/dialog/dialog.tsx'
import { Answers } from './answers.tsx'

export function AnswersDialog({ assignment, onClose }: { assignment: StaffAssignment; onClose: () => void }) {
  const { order } = assignment
  return (
    <Dialog
      onClose={onClose}
      title="Customer’s Answers"
      description={`${order.packageName} · ${order.invoiceNumber}`}
      footer={<DialogDone onClose={onClose} className="max-sm:flex-1" />}
    >
      <Answers assignment={assignment} />
    </Dialog>
  )
}
