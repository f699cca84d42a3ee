/**
 * Shares the state of a purchase with the rest of the page. Directives are bundled apart and have no store: an event tells
 * `client:purchase` of a choice, and `data-buying` tells `client:exit-intent` of a running purchase. The page's
 * entry in the browser's history remembers the package, so that a reload and the way back from a failed payment lead to
 * the form again.
 */
import type { Package } from '../../api/contract/catalogue.ts'
import { callApi } from '../client/api.ts'
import { $selectedPackage } from '../stores/selected-package.ts'

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
    // No longer sold, or offline: the visitor can choose again.
  }
}

void resume()
