/** The part that is cut out of a picture. It has a card's shape, lies inside the picture and is large enough not to be scaled up. */
import { PICTURE_SIZE } from '../../../../api/rules/order-work/uploads.ts'

export interface Size {
  width: number
  height: number
}

/** In pixels of the picture. */
export interface Crop extends Size {
  left: number
  top: number
}

const SHAPE = PICTURE_SIZE.width / PICTURE_SIZE.height

/** The widest cut-out of the picture, in pixels. */
const widest = ({ width, height }: Size) => Math.min(width, height * SHAPE)

export function isLargeEnough({ width, height }: Size): boolean {
  return width >= PICTURE_SIZE.width && height >= PICTURE_SIZE.height
}

/** The largest zoom that the picture allows; 1 means none. */
export const largestZoom = (picture: Size) => widest(picture) / PICTURE_SIZE.width

export const zoomOf = (picture: Size, crop: Crop) => widest(picture) / crop.width

/** @returns the largest cut-out, from the middle of the picture */
export function cropMiddle(picture: Size): Crop {
  return place(picture, { x: picture.width / 2, y: picture.height / 2, width: widest(picture) })
}

/** @param by the distance, measured in widths and heights of the cut-out */
export function move(picture: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { x, y } = middleOf(crop)
  return place(picture, { x: x + by.x * crop.width, y: y + by.y * crop.height, width: crop.width })
}

/** Zooms around the middle of the cut-out, as far as the edges of the picture allow. */
export function zoomTo(picture: Size, crop: Crop, zoom: number): Crop {
  return place(picture, { ...middleOf(crop), width: widest(picture) / zoom })
}

const middleOf = ({ left, top, width, height }: Crop) => ({ x: left + width / 2, y: top + height / 2 })

/** @returns the cut-out of whole pixels inside the picture that is nearest to the wanted one */
function place(picture: Size, wanted: { x: number; y: number; width: number }): Crop {
  const width = Math.floor(clamp(wanted.width, PICTURE_SIZE.width, widest(picture)))
  const height = Math.floor(width / SHAPE)
  return {
    left: Math.round(clamp(wanted.x - width / 2, 0, picture.width - width)),
    top: Math.round(clamp(wanted.y - height / 2, 0, picture.height - height)),
    width,
    height,
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
