/**
 * `client:purchase`: an island that loads when somebody is about to buy and hydrates when a package is chosen.
 * Directives are bundled apart from the page and share no store with it: site/components/purchase-signal.ts tells them.
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
