/** File names and limits of uploaded pictures and order files. Without zod, because public pages load this. */

import { isUrl } from '#api/rules/embed.ts'

/** The widths of every picture, in pixels: for a card on a phone, a card in the grid, a package's page, and that page on a high-density screen. */
export const PICTURE_WIDTHS = [320, 640, 960, 1280] as const
/** The largest size of a card's picture. A smaller upload is refused, because pictures are never enlarged. */
export const PICTURE_SIZE = { width: 1280, height: 800 } as const
/** The preview picture of shared links. */
export const SHARED_SIZE = { width: 1200, height: 630 } as const

export const LARGEST_UPLOAD_BYTES = 8 * 1024 * 1024
export const LARGEST_UPLOAD_PIXELS = 50_000_000
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
/** Shown before a file is chosen. */
export const UPLOAD_LIMITS = 'JPEG, PNG, WebP or AVIF, up to 8 MB, at least 1280\u00a0×\u00a0800\u00a0pixels'

const ADDRESS = /^\/pictures\/([0-9a-f]{32})-1280\.webp$/

type PictureFormat = 'avif' | 'webp'

export const pictureFile = (hash: string, width: number, format: PictureFormat) =>
  `${hash}-${width}.${format}`
export const sharedFile = (hash: string) => `${hash}-shared.jpg`

/** The `imageUrl` of a package with an uploaded picture. @example '/pictures/0f…-1280.webp' */
export const pictureUrl = (hash: string) => `/pictures/${pictureFile(hash, PICTURE_SIZE.width, 'webp')}`

/** @returns undefined for a picture that was not uploaded: one of the shop's own, or one on another website */
export function findPictureHash(imageUrl: string): string | undefined {
  return ADDRESS.exec(imageUrl)?.[1]
}

/** Whether pages can show this picture: a path on this site with valid escapes, or an https URL. Never `//host`. */
export function isPictureAddress(imageUrl: string): boolean {
  if (/^https:\/\/[^\s"'<>\\]+$/i.test(imageUrl)) return isUrl(imageUrl)
  if (!/^\/(?!\/)[\w\-./~%]*$/.test(imageUrl)) return false
  try {
    decodeURI(imageUrl)
    return true
  } catch {
    return false
  }
}

export const UNDESCRIBED_MESSAGE = 'Please describe the picture for people who cannot see it'
/** Whether an uploaded picture lacks alternative text. The shop's own pictures are decorative and need none. */
export function isUndescribed({ imageUrl, imageAlt }: { imageUrl: string; imageAlt: string }): boolean {
  return findPictureHash(imageUrl) !== undefined && imageAlt.trim() === ''
}

/** @returns a `srcset` */
export function pictureSources(hash: string, format: PictureFormat): string {
  return PICTURE_WIDTHS.map((width) => `/pictures/${pictureFile(hash, width, format)} ${width}w`).join(', ')
}

/** The chunk size of uploads: after a lost connection, at most this much is sent again. */
export const PIECE_BYTES = 5_000_000
export const LARGEST_PIECE_BYTES = 6_000_000

/** Per message, answer or delivery. */
export const MOST_FILES = 10
export const LARGEST_FILE_BYTES = 100_000_000
/** All files of one side, the customer or the team, in one order. */
export const LARGEST_ORDER_BYTES = 2_000_000_000

/** @example formatBytes(1_500_000) // '1.5 MB' */
export function formatBytes(bytes: number): string {
  if (bytes >= 1_000_000_000) return `${round(bytes / 1_000_000_000)} GB`
  if (bytes >= 1_000_000) return `${round(bytes / 1_000_000)} MB`
  return `${Math.ceil(bytes / 1_000)} KB`
}

const round = (number: number) => Number(number.toFixed(number < 10 ? 1 : 0))
