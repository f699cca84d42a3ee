import type { LucideIcon } from 'lucide-react'
import { readConflict } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { refreshOperations } from './use-operations.ts'

interface ActButtonProps {
  /** What is posted to, without a body. */
  path: string
  icon: LucideIcon
  label: string
  /** Says which row: for readers, as many buttons have the same label. */
  describedAs: string
  done: [title: string, description: string]
  failed: string
  explain?: (error: unknown) => string | undefined
  onDone: () => void
}

/** Repeats what a row of a log stands for. */
export function ActButton(props: ActButtonProps) {
  const { path, icon: Icon, label, describedAs, done, failed, explain = readConflict, onDone } = props
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
    <Button
      variant="secondary"
      busy={isBusy}
      aria-label={`${label}: ${describedAs}`}
      className="max-lg:w-full lg:px-3"
      onClick={run}
    >
      {!isBusy && <Icon aria-hidden="true" className="size-4" />}
      {label}
    </Button>
  )
}
