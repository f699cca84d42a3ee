import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Asks before what cannot be taken back. The focus is on the harmless choice. */
export function ConfirmDialog({
  title,
  children,
  cancel = 'Cancel',
  confirm,
  variant = 'destructive',
  isBusy = false,
  onCancel,
  onConfirm,
}: {
  title: string
  children: ReactNode
  cancel?: string
  confirm: string
  /** `primary` where nothing is lost. */
  variant?: 'destructive' | 'primary'
  isBusy?: boolean
  onCancel: () => void
  onConfirm: () => void
}) {
  return (
    <Dialog
      open
      size="md"
      title={title}
      onClose={onCancel}
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onCancel} data-autofocus>
            {cancel}
          </Button>
          <Button variant={variant} busy={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      }
    >
      <div className="text-sm leading-relaxed text-ink-quiet">{children}</div>
    </Dialog>
  )
}
