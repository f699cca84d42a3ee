declare namespace App {
  /** Passed by the server to pages that are rendered on demand (api/platform/plugins/site.ts). */
  interface Locals {
    readApi?: (path: string) => Promise<unknown>
  }
}

/** The content folder, provided by site/content-modules.ts. */
declare module 'virtual:content' {
  type Content = import('#api/contract/content/content.ts').Content
  export const brand: Content['brand']
  export const calendar: Content['calendar']
  export const colors: Content['colors']
  export const currencies: Content['currencies']
  export const faq: Content['faq']
  export const figures: Content['figures']
  export const highlights: Content['highlights']
  export const leaders: Content['leaders']
  export const logo: Content['logo']
  export const offices: Content['offices']
  export const pages: Content['pages']
  export const policies: Content['policies']
  export const services: Content['services']
  export const story: Content['story']
  export const taglines: Content['taglines']
  export const timeline: Content['timeline']
}
declare module 'virtual:colors.css' {}

/** The shop's data in the script for other websites, provided by site/widget/bundle.ts. */
declare module 'virtual:embed' {
  /** The shop's origin, such as `https://shop.example`. */
  export const ORIGIN: string
  /** The company's name. */
  export const SELLER: string
  /** The arguments of Intl.NumberFormat by the currency's code, in the cards' file alone. */
  export const FORMATS: Record<string, [string, Intl.NumberFormatOptions?]>
  /** The currency to show; likewise. @param chosen what the page asks for */
  export const pickCurrency: (chosen: string | undefined) => string
  /** The URL of the script for cards and grids. */
  export const CARDS: string
  /** The URL of the script for the purchase. */
  export const PURCHASE: string
}
