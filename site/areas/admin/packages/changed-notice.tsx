import { useEffect, useRef } from 'react'
import { ApiError } from '#site/kit/client/api.ts'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'

/** Somebody else's save, which came first. */
export interface ConflictingSave {
  message: string
  /** The package's current version. */
  version: number
}

/** @returns undefined for any other error */
export function readOtherSave(error: unknown): ConflictingSave | undefined {
  const body = error instanceof ApiError ? error.body : undefined
  return body?.version === undefined ? undefined : { message: body.message, version: body.version }
}

interface ChangedNoticeProps {
  save: ConflictingSave
  /** @param version the package's current version, which the next save will replace */
  onKeep: (version: number) => void
}

/** Says that somebody else saved the package since this edit began. The form keeps what was typed. */
export function ChangedNotice({ save, onKeep }: ChangedNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  // Focusing scrolls to the notice: the pressed button may be far below it.
  useEffect(() => notice.current?.focus(), [])

  return (
    <div
      ref={notice}
      role="alert"
      tabIndex={-1}
      className="mb-6 rounded border border-line bg-caution-soft p-4 text-sm text-ink focus:outline-none"
    >
      <p className="font-medium">{save.message}</p>
      <p className="mt-1">Your changes are still here but not saved.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a
          href="/admin?view=audit&subject=package"
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: 'secondary' })}
        >
          See what changed<span className="sr-only"> (opens a new tab)</span>
        </a>
        <Button variant="secondary" onClick={() => onKeep(save.version)}>
          Keep my changes
        </Button>
      </div>
    </div>
  )
}
