import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** At the first touch of the island, or when the loaded page is idle. */
    'client:intent'?: boolean
    /** When a package is chosen. */
    'client:purchase'?: boolean
    /** When a visitor is about to leave, once a session. */
    'client:exit-intent'?: boolean
  }
}
