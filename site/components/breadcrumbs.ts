/**
 * Describes the path from the home page to a page for search engines.
 * @param steps without the home page
 * @param origin the origin of the shop's public address
 * @see https://schema.org/BreadcrumbList
 */
export function describeBreadcrumbs(steps: { name: string; path: string }[], origin: URL): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(path, origin).href,
    })),
  }
}
