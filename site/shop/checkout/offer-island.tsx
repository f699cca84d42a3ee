import { brand } from 'virtual:content'
import { Link2Off, Printer } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { OpenedOffer } from '#api/contract/sales/offers.ts'
import { callApi } from '#site/kit/client/api.ts'
import { readCode } from '#site/kit/client/refusals.ts'
import { useFetched } from '#site/kit/client/use-fetched.ts'
import { loadSession } from '#site/kit/stores/session.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { island } from '#site/kit/ui/primitives/island.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { PageSpinner } from '#site/kit/ui/primitives/page-spinner.tsx'
import { Surface } from './checkout-states.tsx'
import { OfferAnswer } from './offer-answer.tsx'
import { OfferDocument } from './offer-document.tsx'

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
        There’s a newer version of this offer. Please use the latest link we sent you, or ask us for it:{' '}
        <span translate="no">{brand.email.support}</span>.
      </EmptyState>
    )
  }
  if (code === 'offer_link_invalid') {
    return (
      <EmptyState icon={Link2Off} title="This link isn’t valid">
        Please open the full link from our email. If it doesn’t work, write to{' '}
        <span translate="no">{brand.email.support}</span>.
      </EmptyState>
    )
  }
  return <LoadFailed title="The offer didn’t load" error={error} onRetry={onRetry} />
}
