/**
 * Shares the selected package with the client directives, which are bundled separately and have no store: `client:purchase` listens
 * to an event, and `client:exit-intent` reads `data-buying`. The package is also stored in the browser's history, so that
 * the form opens again after a reload or after going back from a failed payment.
 */
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { callApi } from '#site/kit/client/api.ts'
import { $selectedPackage } from '#site/kit/stores/selected-package.ts'

$selectedPackage.listen((selected) => {
  document.documentElement.toggleAttribute('data-buying', selected !== null)
  history.replaceState({ ...history.state, buying: selected?.id }, '')
  if (selected) dispatchEvent(new Event('purchase:chosen'))
})

async function resume(): Promise<void> {
  const id: unknown = history.state?.buying
  if (typeof id !== 'number') return
  try {
    $selectedPackage.set(await callApi<Package>(`/api/packages/${id}`, { isFresh: true }))
  } catch {
    // The package is no longer sold, or the visitor is offline: they can choose again.
  }
}

void resume()
