/** Draws the logo as PNG and ICO during the build, for home screens and browsers that support no SVG. */

import { colors, logo } from 'virtual:content'
import sharp from 'sharp'

/** The background of home-screen icons. The phone cuts the corners. */
const GROUND = colors.accent[700]
const ICO_HEADER_BYTES = 6
const ICO_ENTRY_BYTES = 16

/** @param padding the empty margin as a share of the size, so that a mask does not cut into the logo */
export async function drawIcon(size: number, { isOpaque = false, padding = 0 } = {}): Promise<Buffer> {
  const inner = Math.round(size * (1 - 2 * padding))
  const rest = size - inner
  const before = Math.floor(rest / 2)
  const mark = sharp(Buffer.from(logo), { density: 1200 }).resize(inner, inner)
  const background = isOpaque ? GROUND : { r: 0, g: 0, b: 0, alpha: 0 }
  const framed = mark.extend({
    top: before,
    left: before,
    bottom: rest - before,
    right: rest - before,
    background,
  })
  return (isOpaque ? framed.flatten({ background: GROUND }) : framed).png({ palette: true }).toBuffer()
}

/** Packs PNG files into an ICO file. @see https://en.wikipedia.org/wiki/ICO_(file_format) */
export function packIco(icons: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(ICO_HEADER_BYTES + ICO_ENTRY_BYTES * icons.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(icons.length, 4)
  let offset = header.length
  for (const [i, { size, png }] of icons.entries()) {
    const entry = ICO_HEADER_BYTES + ICO_ENTRY_BYTES * i
    header.writeUInt8(size, entry)
    header.writeUInt8(size, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(png.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...icons.map(({ png }) => png)])
}
