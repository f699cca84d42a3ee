/** `/embed.js`: the element `<service-package>` of other websites' pages (docs/embedding.md). */
import { CARDS, ORIGIN, PURCHASE } from 'virtual:embed'
import type { SaleOnPage } from '#api/contract/sales/widget-messages.ts'
import { create, pageOf } from './create.ts'
import css from './look.css?inline'
import type { Purchase } from './purchase.ts'

type Cards = typeof import('./cards.ts')
type PurchaseFile = typeof import('./purchase.ts')

/** If the dialog's code takes longer to load, the shop opens instead. */
const LOADS_WITHIN_MS = 10_000

const sheet = new CSSStyleSheet()
sheet.replaceSync(css)

class ServicePackage extends HTMLElement {
  static observedAttributes = [
    'name',
    'view',
    'category',
    'limit',
    'label',
    'coupon',
    'data-currency',
    'theme',
    'accent',
    'radius',
  ]

  #purchase: Promise<Purchase> | undefined
  #body = create('div')
  #root = create('div', { className: 'root' }, this.#body)
  #turn = 0

  constructor() {
    super()
    const shadow = this.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [sheet]
    shadow.append(this.#root)
  }

  connectedCallback(): void {
    this.#draw()
  }

  disconnectedCallback(): void {
    this.#forget()
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#draw()
  }

  /** Opens the purchase of the element's package, or of another one. @returns the sale, once the dialog is closed */
  async open(slug = this.#slugs[0] ?? ''): Promise<SaleOnPage | undefined> {
    const late = new Promise<undefined>((giveUp) => setTimeout(giveUp, LOADS_WITHIN_MS))
    const purchase = await Promise.race([this.#load(), late])
    if (!purchase) location.assign(pageOf(slug))
    return purchase?.open(slug)
  }

  /** Loads the file of the purchase. @returns undefined if it fails; the next call tries again */
  #load(): Promise<Purchase | undefined> {
    this.#purchase ??= import(PURCHASE).then((file: PurchaseFile) => file.createPurchase(this, this.#root))
    return this.#purchase.catch(() => {
      this.#purchase = undefined
      return undefined
    })
  }

  #forget(): void {
    this.#purchase?.then(
      ({ forget }) => forget(),
      () => {},
    )
  }

  get #slugs(): string[] {
    return this.getAttribute('name')?.match(/[^\s,]+/g) ?? []
  }

  async #draw(): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    const slugs = this.#slugs
    const button = this.#createBuy(slugs[0])
    const radius = this.getAttribute('radius')
    const { style } = this.#root
    style.setProperty('--color', this.getAttribute('accent'))
    style.setProperty('--corner', radius && `${radius}px`)
    this.#forget()
    if (!/card|grid/.test(this.getAttribute('view') ?? '')) return this.#body.replaceChildren(button)
    // Shown while the cards load or if that fails: the element's own content, or the button if it has none.
    const fallback = create('slot', {}, button)
    this.#body.replaceChildren(fallback)
    const show = (shown: HTMLElement) => turn === this.#turn && this.#body.replaceChildren(shown)
    const createBuy = (slug: string, name: string) => this.#createBuy(slug, name)
    await import(CARDS)
      .then(({ drawCards }: Cards) => drawCards({ element: this, slugs, createBuy, show }))
      .catch(() => show(fallback))
  }

  /** A link to the shop, so that it also works in a new tab or if the page may not show the purchase. */
  #createBuy(slug?: string, name?: string): HTMLElement {
    const label = this.getAttribute('label') || 'Buy Now'
    const link = create('a', { part: 'button', href: `${ORIGIN}/#packages` }, label)
    if (!slug) return link
    const warm = async () => (await this.#load())?.warm(slug)
    return Object.assign(link, {
      href: pageOf(slug),
      ariaLabel: name ? `${label}, ${name}` : null,
      ariaHasPopup: 'dialog',
      onpointerenter: warm,
      onfocus: warm,
      onclick: (event: MouseEvent) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        void this.open(slug)
      },
    })
  }
}

// The page may load the script twice.
if (!customElements.get('service-package')) customElements.define('service-package', ServicePackage)
