import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useAction } from './use-action.ts'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  cancel?: string
  confirm: string
  /** `primary` where nothing is lost. */
  variant?: 'destructive' | 'primary'
  onCancel: () => void
  /** Closes the dialog, which waits for it. */
  onConfirm: () => unknown
  /** Says that it failed; absent where it cannot. */
  explain?: (error: unknown) => void
}

/** Asks before what cannot be taken back. The focus is on the harmless choice. */
export function ConfirmDialog({ cancel = 'Cancel', variant = 'destructive', ...props }: ConfirmDialogProps) {
  const { run, isBusy } = useAction(async () => props.onConfirm(), props.explain ?? (() => {}))
  return (
    <Dialog
      open
      size="md"
      title={props.title}
      onClose={props.onCancel}
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={props.onCancel} data-autofocus>
            {cancel}
          </Button>
          <Button variant={variant} busy={isBusy} onClick={run}>
            {props.confirm}
          </Button>
        </div>
      }
    >
      <div className="text-sm leading-relaxed text-ink-quiet">{props.children}</div>
    </Dialog>
  )
}
