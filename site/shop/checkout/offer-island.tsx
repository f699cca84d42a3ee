import { brand } from 'virtual:content'
import { Link2Off, Printer } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { OpenedOffer } from '#api/contract/sales/offers.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { describeInstalments } from '#api/rules/money/instalments.ts'
import { DUE_WORDS } from '#api/rules/money/priced.ts'
import { OFFER_STATE } from '#api/rules/offers.ts'
import { callApi } from '#site/kit/client/api.ts'
import { readCode } from '#site/kit/client/refusals.ts'
import { useFetched } from '#site/kit/client/use-fetched.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { loadSession } from '#site/kit/stores/session.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { island } from '#site/kit/ui/primitives/island.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { PageSpinner } from '#site/kit/ui/primitives/page-spinner.tsx'
import { StateBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { splitPrice } from '#site/shop/payment/instalments.tsx'
import { Surface } from './checkout-states.tsx'
import { OfferAnswer, toPlanned, totalOf } from './offer-answer.tsx'

const readToken = () => location.hash.slice(1)

/** The page of an offer. Its token is in the fragment, which browsers never send to a server. */
export const OfferIsland = island(OfferPage)

function OfferPage() {
  const [token, setToken] = useState(readToken)
  const fetch = useCallback(
    () => callApi<OpenedOffer>('/api/offers/open', { method: 'POST', body: { token: token || '-' } }),
    [token],
  )
  const { data: offer, setData, error, reload } = useFetched(fetch)

  useEffect(() => {
    void loadSession()
    const follow = () => setToken(readToken())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  if (!offer && !error) return <PageSpinner />
  return (
    <div className="page py-8 sm:py-12 print:p-0">
      {offer ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8 print:block">
          <OfferDocument offer={offer} />
          <div className="no-print flex flex-col gap-4 lg:sticky lg:top-24">
            <OfferAnswer key={offer.sha256} token={token} offer={offer} onChanged={setData} reload={reload} />
            <Button variant="ghost" icon={Printer} onClick={() => print()}>
              Print or save as PDF
            </Button>
          </div>
        </div>
      ) : (
        <>
          <h1 className="sr-only">Your offer</h1>
          <Surface>
            <Refused error={error} onRetry={reload} />
          </Surface>
        </>
      )}
    </div>
  )
}

function Refused({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const code = readCode(error)
  if (code === 'offer_replaced') {
    return (
      <EmptyState icon={Link2Off} title="This offer was changed">
        There is a newer version of this offer. Please use the latest link we sent you, or ask us for it:{' '}
        <span translate="no">{brand.email.support}</span>.
      </EmptyState>
    )
  }
  if (code === 'offer_link_invalid') {
    return (
      <EmptyState icon={Link2Off} title="This link is not valid">
        Please open the full link from our email. If it does not work, write to{' '}
        <span translate="no">{brand.email.support}</span>.
      </EmptyState>
    )
  }
  return (
    <LoadFailed title="The offer did not load" onRetry={onRetry}>
      Please check your connection and try again.
    </LoadFailed>
  )
}

/** The offer itself, for reading, printing and accepting. */
function OfferDocument({ offer }: { offer: OpenedOffer }) {
  const { currency, deliveryDays, includedChanges, questions } = offer
  const instalments = splitPrice(toPlanned(offer), totalOf(offer))
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
      <h1 className="mt-8 text-title font-semibold text-ink [overflow-wrap:anywhere]">{offer.title}</h1>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-quiet [overflow-wrap:anywhere]">
        For {offer.firstName} {offer.lastName}
        {!OFFER_STATE[offer.state].isOpen && <StateBadge look={OFFER_STATE[offer.state]} />}
      </p>
      <dl className="mt-8 grid grid-cols-2 gap-x-6 gap-y-5 border-y border-line py-5 text-sm sm:grid-cols-3 print:grid-cols-3">
        <Fact label="Valid until">{formatPromise(new Date(offer.validUntil))}</Fact>
        <Fact label="Delivery">
          {deliveryDays} business day{deliveryDays === 1 ? '' : 's'}
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
                {formatAmount(amount, currency)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="align-baseline font-semibold text-ink">
            <th scope="row" className="pt-4 text-base">
              Total
            </th>
            <td className="pl-4 pt-4 text-right text-xl tabular-nums tracking-tight">
              {formatAmount(offer.total, currency)}
            </td>
          </tr>
        </tfoot>
      </table>
      {instalments && (
        <Section title="How you pay">
          {`${describeInstalments(instalments, { ...DUE_WORDS, purchase: 'when you accept this offer' })}, or everything at once.`}
        </Section>
      )}
      {offer.terms && <Section title="Terms of this offer">{offer.terms}</Section>}
      {questions.length > 0 && (
        <Section title="What we will ask you">
          {questions.map(({ question }) => `– ${question}`).join('\n')}
        </Section>
      )}
      {offer.bankDetails && <Section title="By bank transfer">{offer.bankDetails}</Section>}
      {offer.acceptedAt && (
        <Section title="Accepted">
          {`By ${offer.acceptedBy || 'its customer'} on ${formatDate(offer.acceptedAt)}.\nFingerprint of this version: ${offer.sha256}`}
        </Section>
      )}
    </article>
  )
}

function Section({ title, children }: { title: string; children: string }) {
  return (
    <section className="mt-8 break-inside-avoid">
      <h2 className="text-sm font-semibold text-ink">{title}</h2>
      <p className="mt-2 max-w-text whitespace-pre-line text-sm leading-relaxed text-ink-quiet [overflow-wrap:anywhere]">
        {children}
      </p>
    </section>
  )
}
