/** Foreign scripts, frames around the shop, and links and redirects out of it must not work. */
import { expect } from 'playwright/test'
import { settle, test } from '#e2e/journeys/support/journey.ts'
import { ORIGIN } from '#e2e/support/topology.ts'

/** Static pages of each kind: public, checkout, area, package. */
const PAGES = ['/', '/checkout', '/dashboard', '/packages/site-audit']

for (const path of PAGES) {
  test(`${path} allows only scripts of the shop and of the provider's checkout, and none inline`, async ({
    request,
  }) => {
    const response = await request.get(path)
    const html = await response.text()
    const inPage = /<meta http-equiv="content-security-policy" content="([^"]+)"/i.exec(html)?.[1]
    const header = response.headers()['content-security-policy'] ?? ''
    const policy = new Map(
      (inPage ?? header).split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/)
        return [name, sources.map((source) => source.replaceAll('&#39;', "'"))] as const
      }),
    )
    const hosts = (name: string) => policy.get(name)?.filter((source) => !source.startsWith("'sha256-"))
    expect(hosts('default-src')).toEqual(["'self'"])
    expect(hosts('script-src')).toEqual(["'self'", 'https://checkout.razorpay.com'])
    expect(hosts('style-src')).toEqual(["'self'"])
    expect(hosts('frame-src')).toEqual(['https://api.razorpay.com', 'https://checkout.razorpay.com'])
    expect(hosts('connect-src')).toEqual([
      "'self'",
      'https://api.razorpay.com',
      'https://lumberjack.razorpay.com',
    ])
    for (const name of ['form-action', 'font-src']) expect(hosts(name)).toEqual(["'self'"])
    for (const name of ['base-uri', 'object-src']) expect(hosts(name)).toEqual(["'none'"])
    expect(header).toContain("frame-ancestors 'none'")
    expect(html).not.toMatch(/<[^>]+\s(style|on\w+)="/)
    expect(response.headers()).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  })
}

test('another site that frames the shop shows nothing of it', async ({ page, expectFault }) => {
  expectFault(/frame-ancestors|X-Frame-Options|ERR_BLOCKED_BY_RESPONSE/)
  await page.route('https://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${ORIGIN}/checkout"></iframe>` }),
  )
  await page.goto('https://evil.example/')
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/)
})

test('no address leads out of the shop (open redirect)', async ({ page, request }) => {
  for (const target of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'javascript:alert(1)',
  ]) {
    const query = [
      'redirect',
      'next',
      'returnUrl',
      'return_to',
      'url',
      'callback',
      'package',
      'packageId',
      'order',
    ]
      .map((name) => `${name}=${encodeURIComponent(target)}`)
      .join('&')
    for (const path of ['/', '/payment-failed']) {
      await page.goto(`${path}?${query}`)
      // All scripts that read the URL have run.
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await settle(page)
      expect(new URL(page.url()).origin).toBe(ORIGIN)
      const links = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
      expect(links.filter((href) => /^(javascript:|\w+:[/\\]*evil\.example)/.test(href))).toEqual([])
    }
  }
  // Paths do not lead out of the shop either: the server redirects none of them to another origin.
  for (const path of ['//evil.example/', '/%5Cevil.example', '/about/', '/packages/']) {
    const response = await request.get(`${ORIGIN}${path}`, { maxRedirects: 0 })
    expect(response.headers().location ?? '', path).not.toContain('evil')
  }
})
