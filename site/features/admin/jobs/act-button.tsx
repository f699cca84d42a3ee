import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../../client/api.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { refreshOperations } from './use-operations.ts'

/** Repeats what a row of a log stands for. */
export function ActButton({
  path,
  icon: Icon,
  label,
  describedAs,
  done,
  failed,
  onDone,
}: {
  /** What is posted to, without a body. */
  path: string
  icon: LucideIcon
  label: string
  /** Says which row: for readers, as many buttons have the same label. */
  describedAs: string
  done: [title: string, description: string]
  failed: string
  onDone: () => void
}) {
  const [isBusy, setIsBusy] = useState(false)

  async function act(): Promise<void> {
    setIsBusy(true)
    try {
      await callAdminApi(path, { method: 'POST' })
      showToast(...done)
      onDone()
      refreshOperations()
    } catch (error) {
      const message = error instanceof ApiError && error.status === 409 ? error.body?.message : undefined
      showError(failed, message ?? 'Please try again in a moment.')
    }
    setIsBusy(false)
  }

  return (
    <Button
      variant="secondary"
      busy={isBusy}
      aria-label={`${label}: ${describedAs}`}
      className="max-lg:w-full lg:px-3"
      onClick={() => void act()}
    >
      {!isBusy && <Icon aria-hidden="true" className="size-4" />}
      {label}
    </Button>
  )
}
