interface Step {
  name: string
  path: string
}

/**
 * Breadcrumbs: the way from the home page to a page, for search engines.
 * @param origin of the shop's public address
 * @see https://schema.org/BreadcrumbList
 */
export function describeBreadcrumbs(steps: Step[], origin: URL): object {
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
