import { Dialog, DialogDone } from '../ui/dialog/dialog.tsx'
import { SecurityPanel } from './security-panel.tsx'

export function SecurityDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Security"
      description="With a second factor, a stolen password is not enough to sign in."
      onClose={onClose}
      footer={<DialogDone onClose={onClose} className="max-sm:flex-1" />}
    >
      <SecurityPanel />
    </Dialog>
  )
}
