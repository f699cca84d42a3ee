declare namespace App {
  /** What the server that draws a page on demand hands in (api/plugins/site.ts). */
  interface Locals {
    readApi?: (path: string) => Promise<unknown>
  }
}
