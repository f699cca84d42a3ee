/** The shop's own pictures (site/illustrations), for packages and categories without an uploaded one. */

import { isUrl } from '#api/rules/embed.ts'
export const ILLUSTRATIONS = [
  { path: '/illustrations/web-development.svg', label: 'Web development' },
  { path: '/illustrations/wordpress.svg', label: 'WordPress' },
  { path: '/illustrations/e-commerce.svg', label: 'E-commerce' },
  { path: '/illustrations/mobile-apps.svg', label: 'Mobile apps' },
  { path: '/illustrations/cloud-services.svg', label: 'Cloud services' },
  { path: '/illustrations/seo-marketing.svg', label: 'SEO and marketing' },
  { path: '/illustrations/business-consulting.svg', label: 'Business consulting' },
  { path: '/illustrations/digital-transformation.svg', label: 'Digital transformation' },
  { path: '/illustrations/php-upgrade.svg', label: 'PHP upgrade' },
  { path: '/illustrations/laravel-modernization.svg', label: 'Laravel modernization' },
] as const

/** Whether this is a complete address of a picture, not one still being typed. */
export function isShowable(url: string): boolean {
  return url.startsWith('/') || (/^https:\/\/[^/]+\.[^/]+/i.test(url) && isUrl(url))
}

export function isOwn(imageUrl: string): boolean {
  return ILLUSTRATIONS.some(({ path }) => path === imageUrl)
}
