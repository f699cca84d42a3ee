/** Another website, whose pages contain the shop's widget. Its server is cross-origin and cross-site to the shop. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The content security policy of docs/embedding.md. Besides the widget, the page may only load its stylesheet. */
export function strictPolicy(shop: string): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "style-src 'self'",
    `script-src ${shop}`,
    `frame-src ${shop}`,
    `connect-src ${shop}`,
    `img-src ${shop}`,
    "require-trusted-types-for 'script'",
  ].join('; ')
}

export interface HostWebsite {
  /** For this origin the cookies of the shop, at `localhost`, are third-party cookies. */
  origin: string
  close(): Promise<void>
}

export interface HostPage {
  head?: string
  body: string
  css?: string
  policy?: string
}

/** @param pages by path */
export async function openHostWebsite(pages: Record<string, HostPage>): Promise<HostWebsite> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname
    const page = pages[path.replace(/\.css$/, '')]
    if (!page || path.endsWith('.css')) {
      // The browser also requests an icon, and gets an empty response.
      response.writeHead(page ? 200 : 204, { 'content-type': 'text/css' }).end(page?.css)
      return
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (page.policy) response.setHeader('content-security-policy', page.policy)
    response.end(
      `<!doctype html><html lang="en"><head><title>A partner’s page</title><meta name="viewport" content="width=device-width">` +
        `<link rel="stylesheet" href="${path}.css">${page.head ?? ''}</head><body>${page.body}</body></html>`,
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
