import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { readConflict } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { useAction } from '../../../stores/use-action.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { refreshOperations } from './use-figure.ts'

interface RowButtonProps extends ComponentProps<typeof Button> {
  label: string
  /** Which row: screen readers say it after the label, because many rows have the same button. */
  of: string
}

export function RowButton({ label, of, ...rest }: RowButtonProps) {
  return (
    <Button variant="secondary" aria-label={`${label} ${of}`} {...rest}>
      {label}
    </Button>
  )
}

interface ActButtonProps {
  /** The address of the call, which is a POST without a body. */
  path: string
  icon: LucideIcon
  label: string
  of: string
  done: [title: string, description: string]
  failed: string
  explain?: (error: unknown) => string | undefined
  onDone: () => void
}

/** Does once more what a row of a log has recorded: retries a job, sends a mail again. */
export function ActButton(props: ActButtonProps) {
  const { path, icon, label, of, done, failed, explain = readConflict, onDone } = props
  const { run, isBusy } = useAction(
    async () => {
      await callAdminApi(path, { method: 'POST' })
      showToast(...done)
      onDone()
      refreshOperations()
    },
    (error) => showError(failed, explain(error) ?? 'Please try again in a moment.'),
  )
  return (
    <RowButton
      {...{ icon, label, of }}
      busy={isBusy}
      aria-label={`${label}: ${of}`}
      className="px-3"
      onClick={run}
    />
  )
}
