/**
 * `client:purchase`: loads an island when the visitor is about to buy, and hydrates it when a package is selected.
 * site/components/purchase-signal.ts sends the event, because directives share no store with the page.
 */
import type { ClientDirective } from 'astro'

const purchase: ClientDirective = (load) => {
  let loading: ReturnType<typeof load> | undefined
  const prepare = () => {
    loading ??= load()
    return loading
  }
  addEventListener('purchase:likely', () => void prepare(), { once: true })
  addEventListener('purchase:chosen', async () => (await prepare())(), { once: true })
}

export default purchase
