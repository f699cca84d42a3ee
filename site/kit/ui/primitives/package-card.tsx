import { Check, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { Picture } from './picture.tsx'
import { PaymentPlanText, Price } from './price.tsx'

const SHOWN_FEATURES = 2

/**
 * On medium and larger screens a subgrid aligns the parts of cards side by side, however long their texts are. On a phone
 * the text comes first with a small picture at its right, and HEAD and FACTS are boxes.
 */
export const CARD_CLASS =
  'mb-3 grid overflow-hidden rounded-lg border border-line bg-ground-raised shadow-card max-md:grid-cols-[minmax(0,1fr)_6rem] max-md:gap-x-3 max-md:p-2.5 md:row-span-7 md:mb-6 md:grid-rows-subgrid'
export const CARD_HEAD_CLASS =
  'max-md:col-start-1 max-md:row-start-1 max-md:flex max-md:flex-wrap max-md:content-start max-md:items-baseline md:contents'
export const CARD_FACTS_CLASS =
  'max-md:col-span-full max-md:flex max-md:flex-wrap max-md:items-center max-md:justify-between md:contents'

interface CardLayoutProps {
  item: Package
  /** The stars, or the words for a package without reviews; absent beside its form. */
  reviews?: ReactNode
  /** Two buttons. */
  actions: ReactNode
  onDetails?: () => void
}

/** The card of a package, in the shop and beside its form. */
export function CardLayout({ item, reviews, actions, onDetails }: CardLayoutProps) {
  return (
    <article
      // site/build/render-lazy-sections.ts may have changed its style before hydration.
      suppressHydrationWarning
      className={`${CARD_CLASS} lazy-section group/card [--height:19rem] transition-[border-color,box-shadow] duration-200 hover:border-line-strong/70 hover:shadow-raised`}
    >
      <div className="border-line bg-ground-quiet max-md:col-start-2 max-md:row-start-1 max-md:self-start max-md:overflow-hidden max-md:rounded max-md:border md:col-start-1 md:row-start-1 md:border-b">
        <Picture
          of={item}
          sizes="(max-width: 767px) 96px, (max-width: 1023px) 50vw, 400px"
          loading="lazy"
          decoding="async"
          className="aspect-[16/10] w-full"
        />
      </div>
      <div className={CARD_HEAD_CLASS}>
        <p className="font-semibold tabular-nums tracking-tight text-ink max-md:order-2 max-md:leading-snug md:relative md:col-start-1 md:row-start-1 md:m-3 md:self-start md:justify-self-end md:rounded-full md:bg-ground-raised md:px-3 md:py-1 md:text-sm md:shadow-card md:ring-1 md:ring-line">
          <Price of={item} />
        </p>
        <p className="flex items-center justify-between gap-3 text-[13px] text-ink-quiet max-md:contents md:px-5 md:pt-5">
          <span className="font-medium text-accent-strong max-md:w-full max-md:leading-snug md:truncate">
            {item.category}
          </span>
          <span className="flex shrink-0 items-center gap-1.5 tabular-nums max-md:order-3 max-md:ml-auto max-md:text-xs">
            <Clock aria-hidden="true" className="size-3.5 max-md:hidden" />
            {formatCount(item.deliveryDays, 'business day')}
          </span>
        </p>
        <h3 className="font-semibold leading-tight tracking-tight max-md:order-1 max-md:w-full md:px-5 md:pt-2 md:text-lg md:leading-snug">
          <a
            href={`/packages/${item.slug}`}
            className="rounded transition-colors hover:text-accent-strong max-md:py-[0.8rem] [overflow-wrap:anywhere]"
          >
            {item.name}
          </a>
        </h3>
      </div>
      <p className="text-sm text-ink-quiet max-md:col-span-full max-md:mt-1.5 max-md:line-clamp-2 max-md:leading-snug md:px-5 md:pt-2 md:leading-relaxed">
        {item.description}
      </p>
      <div className={CARD_FACTS_CLASS}>
        <div className="text-sm max-md:contents md:px-5 md:pt-4">
          <ul className="max-md:mt-1 max-md:w-full max-md:text-[13px] max-md:leading-snug md:space-y-2">
            {item.features.slice(0, SHOWN_FEATURES).map((feature) => (
              <li key={feature} className="flex gap-2.5 max-md:gap-1.5">
                <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive max-md:size-3.5" />
                <span className="min-w-0 max-md:line-clamp-1">{feature}</span>
              </li>
            ))}
          </ul>
          {item.features.length > SHOWN_FEATURES && (
            <button
              type="button"
              onClick={onDetails}
              className="-ml-1 mt-1 inline-flex min-h-target items-center rounded px-1 font-medium text-accent-strong hover:underline hover:underline-offset-4 max-md:order-last max-md:-mr-1 max-md:-mt-1.5 max-md:text-[13px]"
            >
              View all features<span className="sr-only"> of {item.name}</span>
            </button>
          )}
        </div>
        {reviews && (
          <div className="max-md:contents md:mx-5 md:mt-2 md:self-end md:border-t md:border-line md:pt-2">
            {reviews}
          </div>
        )}
      </div>
      <div className="grid grid-cols-2 content-end gap-3 max-md:col-span-full md:p-5 md:pt-4">
        <PaymentPlanText item={item} className="col-span-2 text-[13px] leading-snug" />
        {actions}
      </div>
    </article>
  )
}
