import type { ReactNode } from 'react'
import { useAction } from '#site/kit/stores/use-action.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  cancel?: string
  confirm: string
  /** `primary` if nothing is lost, `secondary` if the harmless button is the one to take. */
  variant?: 'destructive' | 'primary' | 'secondary'
  onCancel: () => void
  /** Has to close the dialog, which shows a spinner until then. */
  onConfirm: () => unknown
  /** Tells the user that `onConfirm` failed; absent if it cannot fail. */
  explain?: (error: unknown) => void
}

/** Asks before an action that cannot be undone. The harmless button has the focus. */
export function ConfirmDialog({ cancel = 'Cancel', variant = 'destructive', ...props }: ConfirmDialogProps) {
  const { run, isBusy } = useAction(async () => props.onConfirm(), props.explain ?? (() => {}))
  return (
    <Dialog
      size="md"
      title={props.title}
      onClose={props.onCancel}
      footer={
        <div
          className={`flex gap-3 ${variant === 'secondary' ? 'flex-col sm:flex-row-reverse' : 'flex-col-reverse sm:flex-row sm:justify-end'}`}
        >
          <Button
            variant={variant === 'secondary' ? 'primary' : 'secondary'}
            onClick={props.onCancel}
            data-autofocus
          >
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
