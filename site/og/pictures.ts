/** The pictures that links to the shop are shared with: one a static page, one a category. All are made at build. */
import { pages } from 'virtual:content'
import { CATEGORIES } from '../../api/contract/package-rules.ts'

export interface Picture {
  /** Its address is `/og/<slug>.png`. */
  slug: string
  eyebrow: string
  title: string
  /** A file of site/illustrations, without its ending. */
  illustration?: string
}

export const PICTURE_SIZE = { width: 1200, height: 630 } as const

const ILLUSTRATIONS: Record<(typeof CATEGORIES)[number], string> = {
  'Web Development': 'web-development',
  'Mobile Apps': 'mobile-apps',
  'Cloud Services': 'cloud-services',
  'SEO & Marketing': 'seo-marketing',
  'Business Consulting': 'business-consulting',
}

const categories = CATEGORIES.map((category): Picture => {
  const illustration = ILLUSTRATIONS[category]
  return { slug: `category-${illustration}`, eyebrow: 'Service packages', title: category, illustration }
})

/** Beside the policies, which have their titles from their Markdown. */
export const pictures: Picture[] = [
  {
    slug: 'home',
    eyebrow: pages.home.pictureEyebrow,
    title: 'IT services, packaged and priced',
    illustration: 'web-development',
  },
  { slug: 'about', eyebrow: 'About us', title: pages.about.pictureTitle },
  { slug: 'contact', eyebrow: 'Contact us', title: 'Get in touch' },
  ...categories,
]

/**
 * A package has its category's picture, because packages are added without a build and pictures are drawn at build only.
 */
export function pictureOfCategory(category: string): string {
  const slug = categories.find(({ title }) => title === category)?.slug ?? 'home'
  return `/og/${slug}.png`
}
