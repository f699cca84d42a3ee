import type { APIRoute } from 'astro'
import { drawIcon, packIco } from '../og/draw-icon.ts'

export const prerender = true

const SIZES = [16, 32, 48]

/** For those who ask for it by this name, whatever the page says, and for browsers that show no SVG here. */
export const GET: APIRoute = async () => {
  const icons = await Promise.all(SIZES.map(async (size) => ({ size, png: await drawIcon(size) })))
  return new Response(new Uint8Array(packIco(icons)), { headers: { 'content-type': 'image/x-icon' } })
}
