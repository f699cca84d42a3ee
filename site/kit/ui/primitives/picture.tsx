import type { ComponentProps } from 'react'
import { findPictureHash, pictureSources } from '#api/rules/order-work/uploads.ts'

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt'> {
  of: { imageUrl: string; imageAlt: string }
  /** The widths at which it is shown, as in the HTML attribute. */
  sizes: string
}

/** The picture of a package or category. For an uploaded one the browser chooses format and width. */
export function Picture({ of: { imageUrl, imageAlt }, sizes, className = '', ...rest }: PictureProps) {
  const hash = findPictureHash(imageUrl)
  const image = (
    <img
      width="640"
      height="400"
      {...rest}
      {...(hash && { sizes, srcSet: pictureSources(hash, 'webp') })}
      src={imageUrl}
      alt={imageAlt}
      className={`picture ${className}`}
    />
  )
  if (!hash) return image
  return (
    <picture className="contents">
      <source type="image/avif" sizes={sizes} srcSet={pictureSources(hash, 'avif')} />
      {image}
    </picture>
  )
}
