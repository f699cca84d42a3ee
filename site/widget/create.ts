import { ORIGIN } from 'virtual:embed'

/** The package's page in the shop. */
export const pageOf = (slug: string) => `${ORIGIN}/packages/${slug}`

/** Creates an element without HTML text, which a page with Trusted Types would refuse. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Record<string, unknown> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}
