/** A page of another website, cross-origin and cross-site to the shop, which shows the purchase frame. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface EmbeddingPage {
  /** `http://127.0.0.1:…`; the shop is at `localhost`. */
  origin: string
  /** @param query further parameters of the frame's URL */
  urlOf: (slug: string, query?: string) => string
  close: () => Promise<unknown>
}

/** The page stores the messages of the frame in `window.messages`. */
export async function openEmbeddingPage(shopOrigin: string): Promise<EmbeddingPage> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', origin)
    const frame = `${shopOrigin}/embed/${searchParams.get('slug')}?host=${encodeURIComponent(origin)}&${searchParams.get('query')}`
    response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html>
      <html lang="en"><title>A partner</title><h1>A partner's page</h1>
      <iframe name="purchase" title="Buy a package" allow="payment" width="100%" height="760" src="${frame.replaceAll('&', '&amp;')}"></iframe>
      <script>
        window.messages = []
        addEventListener('message', ({ origin, data }) => messages.push({ origin, ...data }))
      </script></html>`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    urlOf: (slug, query = '') => `${origin}/?${new URLSearchParams({ slug, query })}`,
    close: () =>
      new Promise((done) => {
        server.close(done)
        // Chromium opens spare connections, which would keep the server open.
        server.closeAllConnections()
      }),
  }
}
