import { currencies } from 'virtual:content'
import { Check, Clock, ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatMoney } from '../../../../api/rules/money/format.ts'
import { parseAmount } from '../../../../api/rules/money/money.ts'
import { formatCount } from '../../../format/count.ts'
import { Badge } from '../../../ui/primitives/badge.tsx'
import { buttonClass } from '../../../ui/primitives/button.tsx'
import { isShowable } from '../../../ui/primitives/illustrations.ts'
import { describePlan } from '../money/plan-fields.tsx'
import { useDraftCategory } from './category-dialog.tsx'
import { type PackageDraft, splitLines } from './package-draft.ts'

const SHOWN_FEATURES = 2
const SETTLES_AFTER_MS = 500

/** Shows the package's card on the home page while the package is edited. */
export function CardPreview({ draft }: { draft: PackageDraft }) {
  const features = splitLines(draft.features)
  const price = parseAmount(draft.price, currencies.default)
  const others = Object.entries(draft.prices).flatMap(([code, typed]) => parseAmount(typed, code) ?? [])
  const plan = describePlan(draft.paymentPlan, price)
  const days = Number(draft.deliveryDays)
  const category = useDraftCategory(draft)
  return (
    <figure className="min-w-0">
      <figcaption className="flex min-h-6 items-center justify-between gap-3 pb-3 text-sm font-medium text-ink">
        Preview
        {!draft.isActive && <Badge>Not in the shop</Badge>}
      </figcaption>
      <div
        inert
        className="overflow-hidden rounded-lg border border-line bg-ground-raised shadow-card [overflow-wrap:anywhere]"
      >
        <div className="relative border-b border-line bg-ground-quiet">
          <PreviewPicture src={draft.imageUrl.trim() || (category?.imageUrl ?? '')} />
          <p className="absolute right-3 top-3 rounded-full bg-ground-raised px-3 py-1 text-sm font-semibold tabular-nums tracking-tight text-ink shadow-card ring-1 ring-line">
            {price ? formatMoney(price) : `${currencies.default === 'USD' ? '$' : currencies.default} –`}
          </p>
        </div>
        <div className="p-5">
          <p className="flex items-center justify-between gap-3 text-[13px] text-ink-quiet">
            <span className="truncate font-medium text-accent-strong">{category?.name}</span>
            <span className="flex shrink-0 items-center gap-1.5 tabular-nums">
              <Clock aria-hidden="true" className="size-3.5" />
              {Number.isInteger(days) && days > 0 ? formatCount(days, 'business day') : '– business days'}
            </span>
          </p>
          <p className="pt-2 text-lg font-semibold leading-snug tracking-tight">
            {draft.name.trim() || <span className="text-ink-quiet">Name of the package</span>}
          </p>
          <p className="pt-2 text-sm leading-relaxed text-ink-quiet">
            {draft.description.trim() || 'What it is, in one or two sentences.'}
          </p>
          <ul className="space-y-2 pt-4 text-sm">
            {features.slice(0, SHOWN_FEATURES).map((feature, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same while they are typed
              <li key={index} className="flex gap-2.5">
                <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />
                <span className="min-w-0">{feature}</span>
              </li>
            ))}
          </ul>
          {features.length > SHOWN_FEATURES && (
            <p className="pt-2 text-sm font-medium text-accent-strong">View all features</p>
          )}
          {plan && <p className="pt-4 text-[13px] tabular-nums text-ink-quiet">{plan}</p>}
          <div className="grid grid-cols-2 gap-3 pt-5">
            <span className={buttonClass({ variant: 'secondary', className: '!px-2' })}>View Details</span>
            <span className={buttonClass({ className: '!px-2' })}>Buy Now</span>
          </div>
        </div>
      </div>
      {others.length > 0 && (
        <p className="pt-3 text-sm tabular-nums text-ink-quiet">Also {others.map(formatMoney).join(' · ')}</p>
      )}
    </figure>
  )
}

function PreviewPicture({ src }: { src: string }) {
  const [failed, setFailed] = useState<string | undefined>()
  const [settled, setSettled] = useState(src)

  // Waits until typing stops, so that half an address is not fetched.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(src), src.startsWith('/') ? 0 : SETTLES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [src])

  if (failed === settled || !isShowable(settled)) {
    return (
      <div className="grid aspect-[16/10] w-full place-content-center justify-items-center gap-2 text-sm text-ink-quiet">
        <ImageOff aria-hidden="true" className="size-6" />
        This picture does not load
      </div>
    )
  }
  return (
    <img
      src={settled}
      alt=""
      width="640"
      height="400"
      className="picture aspect-[16/10] w-full"
      onError={() => setFailed(settled)}
    />
  )
}
