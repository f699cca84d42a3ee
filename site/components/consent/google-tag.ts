/** Loads Google's tag, only with the visitor's consent, and removes what it has stored. */

declare global {
  interface Window {
    dataLayer?: unknown[]
    gtag?: (...args: unknown[]) => void
  }
}

/**
 * The hosts that the content security policy allows for the tag, as Google lists them for analytics and conversions.
 * @see https://developers.google.com/tag-platform/security/guides/csp
 */
const CONVERSIONS = [
  'https://*.googletagmanager.com',
  'https://www.googleadservices.com',
  'https://googleads.g.doubleclick.net',
  'https://pagead2.googlesyndication.com',
  'https://www.google.com',
]
export const GOOGLE_HOSTS = {
  script: CONVERSIONS,
  connect: [
    ...CONVERSIONS,
    'https://google.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
  frame: ['https://www.googletagmanager.com', 'https://td.doubleclick.net'],
}

/** The names of the cookies and stored values that the tag creates on the shop's own address. */
const NAMES = /^_(ga|gid|gat|gac|gcl)/
const MEASURING = ['ad_storage', 'ad_user_data', 'analytics_storage']

/** @param tag such as `G-AB12CD34EF` or `AW-123456789/label` */
export function loadGoogleTag(tag: string): void {
  const [id = ''] = tag.split('/')
  window.dataLayer ??= []
  const queue = window.dataLayer
  const gtag = function () {
    // biome-ignore lint/complexity/noArguments: the tag ignores arrays
    queue.push(arguments)
  } as (...args: unknown[]) => void
  window.gtag = gtag
  gtag('consent', 'default', { ...grant('denied'), ad_personalization: 'denied' })
  gtag('consent', 'update', grant('granted'))
  gtag('set', { page_location: readLocation(), page_referrer: readReferrer() })
  gtag('js', new Date())
  gtag('config', id)
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?id=${id}`
  document.head.append(script)
}

/** @see https://developers.google.com/tag-platform/security/guides/consent */
function grant(state: 'granted' | 'denied'): Record<string, string> {
  return Object.fromEntries(MEASURING.map((purpose) => [purpose, state]))
}

/** The address with only those parameters that identify the advertisement, because others may reveal orders. */
function readLocation(): string {
  const query = [...new URLSearchParams(location.search)].filter(([name]) =>
    /^(utm_\w+|gclid|gbraid|wbraid)$/.test(name),
  )
  return `${location.origin}${location.pathname}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`
}

/** The origin only, because an address of the shop may contain a secret. */
function readReferrer(): string {
  return document.referrer && new URL(document.referrer).origin
}

/** Removes what the tag has stored for this host and its parent domains. */
export function forgetGoogleTag(): void {
  try {
    for (const key of Object.keys(localStorage)) if (NAMES.test(key)) localStorage.removeItem(key)
  } catch {
    // If storage is forbidden, the tag has stored nothing either.
  }
  const labels = location.hostname.split('.')
  const domains = labels.map((_, index) => `;domain=${labels.slice(index).join('.')}`)
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=')
    if (!NAMES.test(name)) continue
    for (const domain of ['', ...domains]) {
      // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
      document.cookie = `${name}=;path=/;max-age=0${domain}`
    }
  }
}
