/** The leaders' photos of the content folder, cut square and made small. */
import { join } from 'node:path'
import { leaders } from 'virtual:content'
import type { APIRoute } from 'astro'
import sharp from 'sharp'

export const prerender = true

/** Twice the largest size at which a page shows one. */
const SIZE = 112

export const getStaticPaths = () =>
  leaders.flatMap(({ photo }, index) =>
    photo ? [{ params: { photo: String(index + 1) }, props: { photo } }] : [],
  )

export const GET: APIRoute = async ({ props }) => {
  const file = join(String(process.env.CONTENT_DIR), String(props.photo))
  const picture = await sharp(file).rotate().resize(SIZE, SIZE, { fit: 'cover' }).webp().toBuffer()
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/webp' } })
}
