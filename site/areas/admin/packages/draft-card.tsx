import { currencies } from 'virtual:content'
import { useEffect, useState } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { money, parseAmount, toNumber } from '#api/rules/money/money.ts'
import { splitByPlan } from '#api/rules/money/payment-plan.ts'
import { smallestChargeOf } from '#api/rules/money/sold-in.ts'
import { sendPlan } from '#site/areas/admin/money/plan-fields.tsx'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { isShowable } from '#site/kit/ui/primitives/illustrations.ts'
import { CardLayout } from '#site/kit/ui/primitives/package-card.tsx'
import { useDraftCategory } from './category-dialog.tsx'
import { type PackageDraft, splitLines } from './package-draft.ts'

const SETTLES_AFTER_MS = 500

/** A preview of the package's card on the home page while the package is edited. */
export function DraftCard({ draft }: { draft: PackageDraft }) {
  const category = useDraftCategory(draft)
  const imageUrl = useSettled(draft.imageUrl.trim())
  const others = Object.entries(draft.prices).flatMap(([code, typed]) => parseAmount(typed, code) ?? [])
  const item = toPackage({ ...draft, imageUrl }, category)
  return (
    <figure className="min-w-0">
      <figcaption className="flex min-h-6 items-center justify-between gap-3 pb-3 text-sm font-medium text-ink">
        Preview
        {!draft.isActive && <Badge>Not in the shop</Badge>}
      </figcaption>
      <div inert className="grid [overflow-wrap:anywhere]">
        <CardLayout
          item={item}
          actions={
            <>
              <Button variant="secondary">View Details</Button>
              <Button>Buy Now</Button>
            </>
          }
        />
      </div>
      {others.length > 0 && (
        <p className="text-sm tabular-nums text-ink-quiet">Also {others.map(formatMoney).join(' · ')}</p>
      )}
    </figure>
  )
}

/** Makes a package of a draft: in the default currency only, and without reviews, which a draft does not know. */
function toPackage(draft: PackageDraft, category: { name: string; imageUrl: string } | undefined): Package {
  const price = parseAmount(draft.price, currencies.default) ?? money(0, currencies.default)
  const instalments = splitByPlan(
    sendPlan(draft.paymentPlan),
    price,
    smallestChargeOf(currencies, price.currency),
  )
  return {
    id: 0,
    slug: '',
    name: draft.name.trim() || 'Name of the package',
    description: draft.description.trim() || 'What it is, in one or two sentences.',
    longDescription: '',
    price: toNumber(price),
    currency: price.currency,
    ...(instalments && {
      paymentPlan: instalments.map(({ amount, ...instalment }) => ({
        ...instalment,
        amounts: { [amount.currency]: toNumber(amount) },
      })),
    }),
    category: category?.name ?? '',
    imageUrl: isShowable(draft.imageUrl) ? draft.imageUrl : (category?.imageUrl ?? ''),
    imageAlt: '',
    deliveryDays: Number(draft.deliveryDays) || 0,
    // Two lines may be equal while typing.
    features: [...new Set(splitLines(draft.features))],
    whatYouGet: [],
    whatYouDontGet: [],
    isActive: draft.isActive,
    informationRequired: [],
    reviewSummary: { average: 0, count: 0 },
  }
}

/** Waits until typing stops, so that half a URL is not fetched. */
function useSettled(url: string): string {
  const [settled, setSettled] = useState(url)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(url), url.startsWith('/') || url === '' ? 0 : SETTLES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [url])
  return settled
}
