import { Clock, Copy, RotateCw, TicketPercent } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import type { GeneratedCoupon } from '#api/contract/catalogue/coupons.ts'
import { EXIT_COUPON_SECONDS } from '#api/rules/periods.ts'
import { callApi } from '#site/kit/client/api.ts'
import { readStatus } from '#site/kit/client/refusals.ts'
import { useFetched } from '#site/kit/client/use-fetched.ts'
import { carryCoupon } from '#site/kit/stores/coupon.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { Dialog } from '#site/kit/ui/dialog/dialog.tsx'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { island } from '#site/kit/ui/primitives/island.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { formatCountdown, useCountdown } from './countdown.ts'

const PACKAGES = '/#packages'

async function generateCoupon(): Promise<GeneratedCoupon> {
  try {
    return await callApi<GeneratedCoupon>('/api/coupons/generate', { method: 'POST' })
  } catch (error) {
    if (!isLimited(error)) showError('Error', 'Failed to generate discount coupon. Please try again.')
    throw error
  }
}

/** Whether this IP address or user has used up its codes for today (429). */
const isLimited = (error: unknown): boolean => readStatus(error) === 429

/** Hidden until `client:exit-intent` hydrates it. Opens once the code has loaded, or has failed to load for another reason than 429. */
export const ExitOfferIsland = island(ExitOffer)

function ExitOffer() {
  const { data: coupon, error, reload } = useFetched(generateCoupon)
  const [state, setState] = useState<'asking' | 'open' | 'closed'>('asking')

  useEffect(() => {
    if (coupon || (error && !isLimited(error))) setState((before) => (before === 'asking' ? 'open' : before))
  }, [coupon, error])

  return (
    state === 'open' && (
      <ExitOfferDialog
        coupon={coupon}
        isLoading={!error}
        onRetry={reload}
        onClose={() => setState('closed')}
      />
    )
  )
}

interface ExitOfferDialogProps {
  /** undefined: the code is still loading, or could not be generated. */
  coupon: GeneratedCoupon | undefined
  isLoading: boolean
  onRetry: () => void
  onClose: () => void
}

function ExitOfferDialog({ coupon, isLoading, onRetry, onClose }: ExitOfferDialogProps) {
  const secondsLeft = useCountdown(EXIT_COUPON_SECONDS, coupon)
  const code = useRef<HTMLParagraphElement>(null)
  const isOver = secondsLeft === 0

  async function copy(): Promise<void> {
    if (!coupon) return
    try {
      await navigator.clipboard.writeText(coupon.code)
      showToast('Copied!', 'Coupon code copied to clipboard')
    } catch {
      if (code.current) getSelection()?.selectAllChildren(code.current)
      showError('Copy Failed', 'Please manually copy the coupon code')
    }
  }

  function shop(): void {
    if (coupon) carryCoupon(coupon)
    onClose()
    location.assign(PACKAGES)
  }

  return (
    <Dialog
      onClose={onClose}
      size="md"
      title="Wait! Don't Miss Out!"
      footer={
        isOver || !coupon ? (
          <a href={PACKAGES} onClick={onClose} className={buttonClass({ size: 'lg', className: 'w-full' })}>
            See all packages
          </a>
        ) : (
          <Button size="lg" onClick={shop} className="w-full">
            Shop Now & Save 20%
          </Button>
        )
      }
    >
      <div className="flex min-h-full flex-col items-center justify-center text-center">
        <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent-strong ring-1 ring-inset ring-accent/25">
          <TicketPercent aria-hidden="true" className="size-7" strokeWidth={1.75} />
        </span>
        <h3 className="mt-5 max-w-[16ch] text-title font-semibold text-ink">Get 20% OFF Your First Order!</h3>
        <div className="mt-7 w-full overflow-hidden rounded-lg border border-accent/40 bg-accent-soft">
          <div className="grid min-h-28 place-content-center justify-items-center gap-1.5 px-5 py-4">
            {isOver ? (
              <p role="status" className="max-w-[28ch] text-ink">
                This offer is over. The code can no longer be used.
              </p>
            ) : (
              <OfferCode coupon={coupon} isLoading={isLoading} onRetry={onRetry} code={code} />
            )}
          </div>
          {coupon && (
            <>
              <Perforation />
              <div className="flex flex-wrap items-center justify-between gap-2 py-3 pl-4 pr-2 sm:pl-5 sm:pr-3">
                <p role="timer" className="flex items-center gap-2 text-sm tabular-nums text-ink">
                  <Clock aria-hidden="true" className="size-4 text-ink-quiet" />
                  Expires in: {formatCountdown(secondsLeft)}
                </p>
                <Button variant="secondary" disabled={isOver} onClick={() => void copy()} className="px-3">
                  <Copy aria-hidden="true" className="size-4" />
                  Copy Code
                </Button>
              </div>
            </>
          )}
        </div>
        <p className="mt-5 max-w-[40ch] text-sm text-ink-quiet">
          * Valid for new customers only. Cannot be combined with other offers.
        </p>
      </div>
    </Dialog>
  )
}

/** The code, a placeholder while it loads, or a retry button. */
function OfferCode({
  coupon,
  isLoading,
  onRetry,
  code,
}: {
  coupon: GeneratedCoupon | undefined
  isLoading: boolean
  onRetry: () => void
  code: Ref<HTMLParagraphElement>
}) {
  if (coupon) {
    return (
      <p translate="no" ref={code} className="text-lg font-semibold tabular-nums tracking-wide text-ink">
        {coupon.code}
      </p>
    )
  }
  if (isLoading) {
    return (
      <>
        <p role="status" className="text-sm text-ink-quiet">
          Creating your code
        </p>
        <Skeleton className="h-7 w-56" />
      </>
    )
  }
  return (
    <>
      <p className="text-sm text-ink-quiet">We couldn’t create your code</p>
      <Button variant="secondary" onClick={onRetry}>
        <RotateCw aria-hidden="true" className="size-4" />
        Try again
      </Button>
    </>
  )
}

/** The ticket's perforation: a dashed line between two notches. */
function Perforation() {
  const notch =
    'absolute top-1/2 size-5 -translate-y-1/2 rounded-full border border-accent/40 bg-ground-raised'
  return (
    <div aria-hidden="true" className="relative border-t border-dashed border-accent/50">
      <span className={`${notch} -left-2.5`} />
      <span className={`${notch} -right-2.5`} />
    </div>
  )
}
