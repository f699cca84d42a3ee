import type { APIRoute } from 'astro'
import { drawIcon, packIco } from '#site/og/draw-icon.ts'

export const prerender = true

const SIZES = [16, 32, 48]

/** For clients that always request this name, and for browsers that do not support SVG icons. */
export const GET: APIRoute = async () => {
  const icons = await Promise.all(SIZES.map(async (size) => ({ size, png: await drawIcon(size) })))
  return new Response(new Uint8Array(packIco(icons)), { headers: { 'content-type': 'image/x-icon' } })
}
