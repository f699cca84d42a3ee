/** The lines to paste into another website, and the frame that they open. */
export interface Choice {
  slug: string
  /** Of the package, for browsers without scripts. */
  name: string
  theme: 'auto' | 'light' | 'dark'
  coupon: string
}

/** @param shop the shop's origin */
export function writeSnippet(shop: string, { slug, name, theme, coupon }: Choice): string {
  const attributes = [
    `name="${slug}"`,
    ...(coupon.trim() ? [`coupon="${escapeHtml(coupon.trim())}"`] : []),
    ...(theme === 'auto' ? [] : [`theme="${theme}"`]),
  ]
  return [
    `<script async src="${shop}/embed.js"></script>`,
    `<service-package ${attributes.join(' ')}><a href="${shop}/packages/${slug}">${escapeHtml(name)}</a></service-package>`,
  ].join('\n')
}

export function writeFrameAddress({ slug, theme, coupon }: Choice): string {
  const query = new URLSearchParams({
    host: location.origin,
    theme,
    ...(coupon.trim() && { coupon: coupon.trim() }),
  })
  return `/embed/${slug}?${query}`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
