/** The pictures for sharing links: one for each static page and each illustration. The build draws them. */
import { pages } from 'virtual:content'
import { findPictureHash, sharedFile } from '#api/rules/order-work/uploads.ts'
import { ILLUSTRATIONS } from '#site/kit/ui/primitives/illustrations.ts'

export interface Picture {
  /** The path is `/og/<slug>.png`. */
  slug: string
  eyebrow: string
  title: string
  /** The name of a file in site/illustrations, without `.svg`. */
  illustration?: string
}

const ofIllustrations = ILLUSTRATIONS.map(({ path, label }): Picture => {
  const illustration = path.slice('/illustrations/'.length, -'.svg'.length)
  return { slug: `package-${illustration}`, eyebrow: 'Service packages', title: label, illustration }
})

/** All pictures but those of the policies, whose titles come from their Markdown. */
export const pictures: Picture[] = [
  {
    slug: 'home',
    eyebrow: pages.home.pictureEyebrow,
    title: pages.home.heading.join(' '),
    illustration: 'web-development',
  },
  { slug: 'about', eyebrow: 'About us', title: pages.about.pictureTitle },
  { slug: 'contact', eyebrow: 'Contact us', title: 'Get in touch' },
  { slug: 'developers', eyebrow: 'For developers', title: 'The API, call by call' },
  ...ofIllustrations,
]

/**
 * The picture for sharing a package: the uploaded one, or the one drawn for its illustration. The build draws none for the package
 * itself, because a package may be added without a full build.
 */
export function pictureOf(imageUrl: string): string {
  const hash = findPictureHash(imageUrl)
  if (hash) return `/pictures/${sharedFile(hash)}`
  const slug =
    ofIllustrations.find(({ illustration }) => imageUrl === `/illustrations/${illustration}.svg`)?.slug ??
    'home'
  return `/og/${slug}.png`
}
