import { useStore } from '@nanostores/react'
import { BadgePercent } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { formatMoney } from '#api/rules/money/format.ts'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { $coupon, takeCarriedCode } from '#site/kit/stores/coupon.ts'
import { controlClass, FieldError } from '#site/kit/ui/field/field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { applyCoupon, type CouponPackage, describeDiscount, quoteWithCoupon, removeCoupon } from './coupon.ts'

/** The coupon field and, once applied, the discount. Enter applies the coupon instead of submitting the form. */
export function CouponBox({ item, isLocked }: { item: CouponPackage; isLocked: boolean }) {
  const { couponCode } = useStore($buyerDraft, { keys: ['couponCode'], ssr: 'initial' })
  const { applied, isChecking, error } = useStore($coupon, { ssr: 'initial' })
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a coupon from the exit offer
  useEffect(() => {
    const code = takeCarriedCode()
    if (!code) return
    $buyerDraft.setKey('couponCode', code)
    void applyCoupon(item)
  }, [])

  return (
    <div data-in-use className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-ink">
        Coupon code <span className="font-normal text-ink-quiet">(optional)</span>
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          name="couponCode"
          value={couponCode}
          readOnly={applied !== null || isLocked}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          inputMode="text"
          maxLength={50}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            $buyerDraft.setKey('couponCode', event.target.value)
            if (error) $coupon.setKey('error', undefined)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (!applied && !isLocked) void applyCoupon(item)
          }}
          className={`${controlClass(Boolean(error))} min-w-0 flex-1 py-2 font-medium uppercase tracking-wide`}
        />
        {!applied && (
          <Button
            variant="secondary"
            busy={isChecking}
            disabled={isLocked || couponCode.trim() === ''}
            onClick={() => void applyCoupon(item)}
          >
            Apply
          </Button>
        )}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {applied && (
        <div className="mt-1.5 rounded-lg border border-positive/25 bg-positive-soft p-3 text-sm">
          <p className="flex items-start gap-2 font-semibold text-positive">
            <BadgePercent aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            Coupon Applied Successfully!
          </p>
          <div className="mt-1 flex items-baseline justify-between gap-3">
            <div className="min-w-0 text-ink [overflow-wrap:anywhere]">
              <p className="flex flex-wrap gap-x-2">
                <span translate="no" className="font-medium">
                  {applied.code}
                </span>
                <span>{describeDiscount(applied, item.price)} off</span>
              </p>
              <p>
                You save{' '}
                <span className="font-semibold tabular-nums">
                  {formatMoney(quoteWithCoupon(item.price).discount)}
                </span>
              </p>
            </div>
            <Button
              variant="ghost"
              disabled={isLocked}
              aria-label="Remove coupon"
              className="-my-2 -mr-2"
              onClick={() => {
                removeCoupon()
                input.current?.focus()
              }}
            >
              Remove
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
