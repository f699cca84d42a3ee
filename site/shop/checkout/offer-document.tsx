import { brand } from 'virtual:content'
import type { ReactNode } from 'react'
import type { OpenedOffer } from '#api/contract/sales/offers.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { describeInstalments } from '#api/rules/money/instalments.ts'
import { readAmount } from '#api/rules/money/money.ts'
import { DUE_WORDS } from '#api/rules/money/priced.ts'
import { OFFER_STATE } from '#api/rules/offers.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { StateBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { splitPrice } from '#site/shop/payment/instalments.tsx'

/** What the paper shows. Its amounts are '' where an admin has not typed one yet. */
export type Paper = Omit<OpenedOffer, 'email' | 'asked' | 'order'>

interface OfferDocumentProps {
  offer: Paper
  /** The level of its title; those below are one lower. */
  level?: 1 | 3
}

/** The offer itself, for reading, printing and accepting. Its admin sees it beside the form. */
export function OfferDocument({ offer, level = 1 }: OfferDocumentProps) {
  const { currency, deliveryDays, includedChanges, questions, total } = offer
  const instalments =
    total && splitPrice({ id: 0, paymentPlan: offer.paymentPlan }, readAmount(total, currency))
  const until = offer.validUntil ? formatPromise(new Date(offer.validUntil)) : '–'
  const Title = level === 1 ? 'h1' : 'h3'
  const Heading = level === 1 ? 'h2' : 'h4'
  const write = (amount: string) => (amount === '' ? '–' : formatAmount(amount, currency))
  return (
    <article className="rounded-lg border border-line bg-ground-raised p-5 shadow-card sm:p-10 print:border-0 print:p-0 print:shadow-none">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm text-ink-quiet">
        <p>
          <span translate="no" className="block font-semibold text-ink">
            {brand.legalName}
          </span>
          <span translate="no">{brand.email.support}</span>
        </p>
        <p>
          Offer <span translate="no">{offer.number}</span>
          {offer.version > 1 && `, version ${offer.version}`}
        </p>
      </div>
      {offer.title && (
        <Title className="mt-8 text-title font-semibold text-ink [overflow-wrap:anywhere]">
          {offer.title}
        </Title>
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-quiet [overflow-wrap:anywhere]">
        {(offer.firstName || offer.lastName) && `For ${offer.firstName} ${offer.lastName}`}
        {!OFFER_STATE[offer.state].isOpen && <StateBadge look={OFFER_STATE[offer.state]} />}
      </p>
      <dl className="mt-8 grid grid-cols-2 gap-x-6 gap-y-5 border-y border-line py-5 text-sm sm:grid-cols-3 print:grid-cols-3">
        {!offer.acceptedAt && <Fact label="Valid until">{until}</Fact>}
        <Fact label="Delivery">
          {Number.isNaN(deliveryDays) ? '–' : `${deliveryDays} business day${deliveryDays === 1 ? '' : 's'}`}
        </Fact>
        {includedChanges !== null && <Fact label="Changes included">{includedChanges}</Fact>}
      </dl>
      <table className="mt-6 w-full text-left text-sm">
        <thead>
          <tr className="text-ink-quiet">
            <th scope="col" className="pb-2 font-normal">
              What you get
            </th>
            <th scope="col" className="pb-2 pl-4 text-right font-normal">
              Price
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {offer.lines.map(({ text, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a version of an offer never changes
            <tr key={index} className="break-inside-avoid align-baseline">
              <td className="whitespace-pre-line py-3 text-ink [overflow-wrap:anywhere]">{text}</td>
              <td className="whitespace-nowrap py-3 pl-4 text-right tabular-nums text-ink">
                {write(amount)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="align-baseline font-semibold text-ink">
            <th scope="row" className="pt-4 text-base">
              Total
            </th>
            <td className="pl-4 pt-4 text-right text-xl tabular-nums tracking-tight">{write(total)}</td>
          </tr>
        </tfoot>
      </table>
      {instalments && (
        <Section Heading={Heading} title="How you pay">
          {`${describeInstalments(instalments, { ...DUE_WORDS, purchase: 'when you accept this offer' })}, or in full right away.`}
        </Section>
      )}
      {offer.terms && (
        <Section Heading={Heading} title="Terms of this offer">
          {offer.terms}
        </Section>
      )}
      {questions.length > 0 && (
        <Section Heading={Heading} title="What we’ll ask you">
          {questions.map(({ question }) => `– ${question}`).join('\n')}
        </Section>
      )}
      {offer.bankDetails && (
        <Section Heading={Heading} title="By bank transfer">
          {offer.bankDetails}
        </Section>
      )}
      {offer.acceptedAt && (
        <Section Heading={Heading} title="Accepted">
          {`By ${offer.acceptedBy || 'its customer'} on ${formatDate(offer.acceptedAt)}.`}
          <span className="hidden print:block">Fingerprint of this version: {offer.sha256}</span>
        </Section>
      )}
    </article>
  )
}

interface SectionProps {
  Heading: 'h2' | 'h4'
  title: string
  children: ReactNode
}

function Section({ Heading, title, children }: SectionProps) {
  return (
    <section className="mt-8 break-inside-avoid">
      <Heading className="text-sm font-semibold text-ink">{title}</Heading>
      <p className="mt-2 max-w-text whitespace-pre-line text-sm leading-relaxed text-ink-quiet [overflow-wrap:anywhere]">
        {children}
      </p>
    </section>
  )
}
