/** A page of another website that shows the purchase frame. */
import { type HostWebsite, openHostWebsite } from './host-website.ts'

export interface EmbeddingPage extends HostWebsite {
  /** @param query further parameters of the frame's URL */
  urlOf: (slug: string, query?: string) => string
}

/** The page stores the messages of the frame in `window.messages`. */
export async function openEmbeddingPage(shopOrigin: string): Promise<EmbeddingPage> {
  const website = await openHostWebsite({
    '/': {
      body: `<h1>A partner's page</h1>
        <iframe name="purchase" title="Buy a package" allow="payment" width="100%" height="760"></iframe>
        <script>
          window.messages = []
          addEventListener('message', ({ origin, data }) => messages.push({ origin, ...data }))
          const asked = new URLSearchParams(location.search)
          const host = encodeURIComponent(location.origin)
          document.querySelector('iframe').src =
            '${shopOrigin}/embed/' + asked.get('slug') + '?host=' + host + '&' + asked.get('query')
        </script>`,
    },
  })
  return {
    ...website,
    urlOf: (slug, query = '') => `${website.origin}/?${new URLSearchParams({ slug, query })}`,
  }
}
