/** The pictures that links to the shop are shared with: one a static page, one an illustration. All are made at build. */
import { pages } from 'virtual:content'
import { findPictureHash, sharedFile } from '../../api/contract/picture-files.ts'
import { ILLUSTRATIONS } from '../ui/illustrations.ts'

export interface Picture {
  /** Its address is `/og/<slug>.png`. */
  slug: string
  eyebrow: string
  title: string
  /** A file of site/illustrations, without its ending. */
  illustration?: string
}

const ofIllustrations = ILLUSTRATIONS.map(({ path, label }): Picture => {
  const illustration = path.slice('/illustrations/'.length, -'.svg'.length)
  return { slug: `package-${illustration}`, eyebrow: 'Service packages', title: label, illustration }
})

/** Beside the policies, which have their titles from their Markdown. */
export const pictures: Picture[] = [
  {
    slug: 'home',
    eyebrow: pages.home.pictureEyebrow,
    title: pages.home.heading.join(' '),
    illustration: 'web-development',
  },
  { slug: 'about', eyebrow: 'About us', title: pages.about.pictureTitle },
  { slug: 'contact', eyebrow: 'Contact us', title: 'Get in touch' },
  ...ofIllustrations,
]

/**
 * A package is shared with its uploaded picture, or with the picture of its illustration, because packages and categories are added
 * without a build and pictures are drawn at build only.
 */
export function pictureOf(imageUrl: string): string {
  const hash = findPictureHash(imageUrl)
  if (hash) return `/pictures/${sharedFile(hash)}`
  const slug =
    ofIllustrations.find(({ illustration }) => imageUrl === `/illustrations/${illustration}.svg`)?.slug ??
    'home'
  return `/og/${slug}.png`
}
