import { AppWindow, CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { describeFailure } from '../../buying/endings.ts'
import type { FailedPayment } from '../../buying/payment-machine.ts'
import { Button } from '../../ui/primitives/button.tsx'

/** Says why the payment failed and how to go on. Takes the focus, which was in the provider's checkout. */
export function FrameFailure({
  failed,
  formId,
  isBlocked,
  page,
  onWindow,
}: {
  failed: FailedPayment
  formId: string
  /** The browser did not open the window. */
  isBlocked: boolean
  /** The package's path in the shop. */
  page: string
  onWindow: (() => void) | undefined
}) {
  const notice = useRef<HTMLDivElement>(null)
  const { title, description, isError } = describeFailure(failed)

  // biome-ignore lint/correctness/useExhaustiveDependencies: on every new failure
  useEffect(() => {
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'center' })
  }, [failed])

  return (
    <div
      ref={notice}
      role="alert"
      tabIndex={-1}
      className={`mb-6 flex gap-3 rounded-lg border p-4 focus:outline-none ${isError ? 'border-negative/30 bg-negative-soft' : 'border-line bg-ground-quiet'}`}
    >
      <CircleAlert
        aria-hidden="true"
        className={`mt-0.5 size-5 shrink-0 ${isError ? 'text-negative' : 'text-ink-quiet'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-ink">{title}</p>
        <p className="mt-0.5 text-sm text-ink-quiet">{description} Your details are still in the form.</p>
        <div className="mt-3 flex flex-col gap-3 sm:flex-row">
          <Button type="submit" form={formId}>
            Try again
          </Button>
          {onWindow && (
            <Button variant="secondary" onClick={onWindow}>
              <AppWindow aria-hidden="true" className="size-4" />
              Continue in a window
            </Button>
          )}
        </div>
        {isBlocked && (
          <p role="alert" className="mt-3 text-sm text-ink">
            Your browser opened no window. Allow it for this page, or{' '}
            <a href={page} target="_blank" rel="noopener" className="link">
              buy it in the shop<span className="sr-only"> (opens in a new tab)</span>
            </a>
            .
          </p>
        )}
      </div>
    </div>
  )
}
