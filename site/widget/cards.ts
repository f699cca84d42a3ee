/** Cards and grids of packages, in a separate file that only pages with cards load. */
import { FORMATS, ORIGIN, pickCurrency } from 'virtual:embed'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { unitsIn } from '#api/rules/money/priced.ts'
import { findPictureHash, pictureSources } from '#api/rules/order-work/uploads.ts'
import { formatCount } from '#site/kit/format/count.ts'
import css from './cards.css?inline'
import { create } from './create.ts'

/** The default number of packages in a grid. */
const DEFAULT_LIMIT = 6
const SHOWN_FEATURES = 2
/** The largest width of a card. */
const WIDEST = '384px'

const style = new CSSStyleSheet()
style.replaceSync(css)

let reading: Promise<Package[]> | undefined

/** Reads the packages once for all elements of a page. After a failure the next call tries again. */
function readPackages(): Promise<Package[]> {
  reading ??= fetch(`${ORIGIN}/api/packages`)
    .then((response) => response.json())
    .catch((error) => {
      reading = undefined
      throw error
    })
  return reading
}

interface CardPlace {
  element: HTMLElement
  /** The packages that the element names. Empty: all packages, or those of its category. */
  slugs: string[]
  createBuy: (slug: string, name: string) => HTMLElement
  /** Shows the list, unless the element has changed in the meantime. */
  show: (list: HTMLElement) => void
}

/** Shows placeholders, then the cards. @throws Error if there are no cards */
export async function drawCards({ element, slugs, createBuy, show }: CardPlace): Promise<void> {
  const limit = Number(element.getAttribute('limit')) || DEFAULT_LIMIT
  const count = element.getAttribute('view') === 'card' ? 1 : slugs.length || limit
  const category = element.getAttribute('category')
  const currency = pickCurrency(element.dataset.currency)
  const root = element.shadowRoot
  if (!root?.adoptedStyleSheets.includes(style)) root?.adoptedStyleSheets.push(style)
  const list = create('div', { className: 'list', part: 'list' })
  for (let place = 0; place < count; place += 1)
    list.append(create('div', { className: 'card', part: 'placeholder' }))
  show(list)
  const packages = await readPackages()
  const chosen =
    slugs.length > 0 ? slugs.map((slug) => packages.find((item) => item.slug === slug)) : packages
  const cards = chosen
    .filter((item) => item !== undefined)
    .filter((item) => !category || item.category === category)
    .slice(0, count)
    .map((item) => createCard(item, createBuy(item.slug, item.name), currency))
  if (cards.length === 0) throw new Error('There is no such package')
  list.replaceChildren(...cards)
}

function createCard(item: Package, buy: HTMLElement, currency: string): HTMLElement {
  const { average, count } = item.reviewSummary
  const price = unitsIn(item, currency)
  const [language, options] = FORMATS[price.currency] ?? []
  const page = `${ORIGIN}/packages/${item.slug}`
  const hash = findPictureHash(item.imageUrl)
  const stars = create('span', { role: 'img', ariaLabel: `Rated ${average.toFixed(1)} out of 5` })
  stars.append(create('span', { className: 'star' }), create('strong', {}, average.toFixed(1)))
  const rating = count > 0 ? [stars, ` · ${formatCount(count, 'review')}`] : ['No reviews yet']
  const features = item.features
    .slice(0, SHOWN_FEATURES)
    .map((feature) => create('li', {}, create('span', {}, feature)))
  return create(
    'article',
    { className: 'card', part: 'card' },
    create('img', {
      part: 'picture',
      alt: item.imageAlt,
      loading: 'lazy',
      ...(hash && {
        sizes: WIDEST,
        srcset: pictureSources(hash, 'webp').replaceAll('/pictures/', `${ORIGIN}/pictures/`),
      }),
      src: new URL(item.imageUrl, ORIGIN).href,
    }),
    create('p', { className: 'category', part: 'category' }, item.category),
    create('h3', { part: 'title' }, create('a', { href: page }, item.name)),
    create('ul', { part: 'features' }, ...features),
    create('p', { className: 'rating', part: 'rating' }, ...rating),
    create(
      'div',
      { className: 'end' },
      create(
        'p',
        {},
        create('strong', { part: 'price' }, new Intl.NumberFormat(language, options).format(price.units)),
        create('span', { part: 'delivery' }, formatCount(item.deliveryDays, 'business day')),
      ),
      buy,
    ),
  )
}
