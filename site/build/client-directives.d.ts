import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates at the first touch of the island, or when the loaded page is idle. */
    'client:intent'?: boolean
    /** Hydrates when a package is selected. */
    'client:purchase'?: boolean
    /** Hydrates when the visitor is about to leave, once per session. */
    'client:exit-intent'?: boolean
  }
}
