import { useStore } from '@nanostores/react'
import { PackageSearch } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { renameQuery } from '#api/rules/former-names.ts'
import { callApi } from '#site/kit/client/api.ts'
import { readStatus } from '#site/kit/client/refusals.ts'
import { $session, loadSession } from '#site/kit/stores/session.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { island } from '#site/kit/ui/primitives/island.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { BROWSE_LINK, CheckoutFrame, CheckoutSkeleton, Surface } from './checkout-states.tsx'
import { PayByLink } from './pay-by-link.tsx'

/** The checkout page for what the URL names: a package, an unpaid order or an instalment that is due. */
export const CheckoutIsland = island(Checkout)

function Checkout() {
  const [query] = useState(() => new URLSearchParams(renameQuery(location.search)))
  const token = query.get('instalment') || query.get('order')
  if (!token) return <PackageCheckout />
  return (
    <CheckoutFrame title="Checkout">
      <PayByLink token={token} what={query.get('instalment') ? 'instalment' : 'order'} />
    </CheckoutFrame>
  )
}

function PackageCheckout() {
  const [packageId] = useState(() => new URLSearchParams(location.search).get('packageId'))
  const { state, item, error, reload } = usePackage(packageId)
  const { isLoading } = useStore($session)

  useEffect(() => {
    void loadSession()
  }, [])

  useEffect(() => {
    if (packageId === null) showError('Missing package data')
  }, [packageId])

  if (state === 'unknown') {
    return (
      <CheckoutFrame title="Package Not Found">
        <Surface>
          <EmptyState icon={PackageSearch} action={BROWSE_LINK}>
            The link may be old, or the package is no longer sold.
          </EmptyState>
        </Surface>
      </CheckoutFrame>
    )
  }
  if (state === 'failed') {
    return (
      <CheckoutFrame title="Checkout">
        <Surface>
          <LoadFailed title="The package didn’t load" error={error} onRetry={() => void reload()} />
        </Surface>
      </CheckoutFrame>
    )
  }
  return (
    <CheckoutFrame title="Checkout">
      {state === 'ready' && !isLoading ? (
        <CheckoutForm item={item} onPriceChanged={reload} />
      ) : (
        <CheckoutSkeleton />
      )}
    </CheckoutFrame>
  )
}

type Loaded =
  | { state: 'loading' | 'unknown' | 'failed'; item?: undefined; error?: unknown }
  | { state: 'ready'; item: Package; error?: undefined }

/** @param id from the URL, so it may be missing or wrong */
function usePackage(id: string | null) {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })

  const load = useCallback(async () => {
    if (!id || !/^[1-9]\d*$/.test(id)) return setLoaded({ state: 'unknown' })
    try {
      setLoaded({ state: 'ready', item: await callApi<Package>(`/api/packages/${id}`, { isFresh: true }) })
    } catch (error) {
      setLoaded({ state: readStatus(error) === 404 ? 'unknown' : 'failed', error })
    }
  }, [id])

  useEffect(() => {
    void load()
  }, [load])

  return { ...loaded, reload: load }
}
