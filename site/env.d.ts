declare namespace App {
  /** What the server that draws a page on demand hands in (api/plugins/site.ts). */
  interface Locals {
    readApi?: (path: string) => Promise<unknown>
    /** For the pages below `/preview`: what the signed-in admin has typed. */
    preview?: import('../api/contract/package-versions.ts').PackagePreview
  }
}

/** The content folder, as site/content-modules.ts provides it. */
declare module 'virtual:content' {
  type Content = import('../api/contract/content.ts').Content
  export const brand: Content['brand']
  export const calendar: Content['calendar']
  export const colors: Content['colors']
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

/** What the script of other websites knows of its shop, as site/embed/bundle.ts provides it. */
declare module 'virtual:embed' {
  /** The shop's. */
  export const ORIGIN: string
  /** The company's name. */
  export const SELLER: string
  /** The address of the file for cards and grids. */
  export const CARDS: string
}
