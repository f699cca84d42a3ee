import { Clock, Copy, RotateCw } from 'lucide-react'
import { useRef } from 'react'
import { carryCoupon } from '../../stores/carried-coupon.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatCountdown, useCountdown } from './countdown.ts'
import { useOfferCoupon } from './use-offer-coupon.ts'

/** As long as the coupon is good for (api/features/coupons/generate.ts). */
const COUNTDOWN_SECONDS = 1800
const PACKAGES = '/#packages'

export function ExitOfferDialog({ onClose }: { onClose: () => void }) {
  const { coupon, isLoading, request } = useOfferCoupon()
  const secondsLeft = useCountdown(COUNTDOWN_SECONDS)
  const code = useRef<HTMLParagraphElement>(null)

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
      open
      onClose={onClose}
      size="md"
      title="Wait! Don't Miss Out!"
      footer={
        <Button size="lg" disabled={!coupon} onClick={shop} className="w-full">
          Shop Now &amp; Save 20%
        </Button>
      }
    >
      <p className="text-title font-semibold text-ink">Get 20% OFF Your First Order!</p>
      <div className="mt-6 flex rounded-lg border border-dashed border-accent/50 bg-accent-soft">
        <div className="flex min-w-0 flex-1 flex-col justify-center px-5 py-4">
          <p className="text-sm text-ink-quiet">Your code</p>
          {coupon && (
            <p ref={code} className="mt-1 font-semibold tabular-nums tracking-wide text-ink [overflow-wrap:anywhere]">
              {coupon.code}
            </p>
          )}
          {!coupon && isLoading && (
            <span role="status" className="mt-1 block">
              <span className="sr-only">Loading...</span>
              <Skeleton className="h-6 w-48" />
            </span>
          )}
          {!coupon && !isLoading && (
            <Button variant="secondary" onClick={() => void request()} className="mt-1 self-start">
              <RotateCw aria-hidden="true" className="size-4" />
              Try again
            </Button>
          )}
        </div>
        <Button variant="ghost" disabled={!coupon} onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          Copy Code
        </Button>
      </div>
      <p role="timer" className="mt-4 flex items-center gap-2 text-sm tabular-nums text-ink-quiet">
        <Clock aria-hidden="true" className="size-4" />
        Expires in: {formatCountdown(secondsLeft)}
      </p>
      <p className="mt-6 text-sm text-ink-quiet">
        * Valid for new customers only. Cannot be combined with other offers.
      </p>
    </Dialog>
  )
}
