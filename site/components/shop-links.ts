/** The links of the header of all pages (docs/product/shop.md, Header). Those of an area repeat them. */
export const SHOP_LINKS = [
  { href: '/#packages', label: 'Packages' },
  { href: '/about', label: 'About' },
  { href: '/contact', label: 'Contact' },
]
