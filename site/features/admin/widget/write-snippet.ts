/** The lines to paste into another website. */
export interface Choice {
  view: 'button' | 'card' | 'grid'
  /** The package of a button or card. */
  slug: string
  /** The name of that package, for browsers without scripts. */
  name: string
  /** The category of a grid. Empty for all packages. */
  category: string
  theme: 'auto' | 'light' | 'dark'
  coupon: string
}

/** The height that is kept free while the script loads, so that the page does not move (docs/embedding.md, Look). */
const ROOM = { button: '44px', card: '500px', grid: '500px' }

/** @returns the attributes of the element, without those that have their default value */
export function listAttributes({ view, slug, category, theme, coupon }: Choice) {
  const isGrid = view === 'grid'
  return {
    name: isGrid ? undefined : slug,
    view: view === 'button' ? undefined : view,
    category: isGrid && category !== '' ? category : undefined,
    coupon: coupon.trim() || undefined,
    theme: theme === 'auto' ? undefined : theme,
  }
}

/** @param shop the shop's origin */
export function writeSnippet(shop: string, choice: Choice): string {
  const { view, slug, name } = choice
  const attributes = Object.entries({
    ...listAttributes(choice),
    style: `display: block; min-height: ${ROOM[view]}`,
  })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}="${escapeHtml(value ?? '')}"`)
  const [path, text] = view === 'grid' ? ['#packages', 'All packages'] : [`packages/${slug}`, name]
  return [
    `<script async src="${shop}/embed.js"></script>`,
    `<service-package ${attributes.join(' ')}><a href="${shop}/${path}">${escapeHtml(text)}</a></service-package>`,
  ].join('\n')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
