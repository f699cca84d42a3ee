import type { APIRoute } from 'astro'
import { drawIcon } from '#site/og/draw-icon.ts'

export const prerender = true

const ICONS: Record<string, () => Promise<Buffer>> = {
  'apple-touch-icon': () => drawIcon(180, { isOpaque: true }),
  'icon-192': () => drawIcon(192),
  'icon-512': () => drawIcon(512),
  'icon-maskable-512': () => drawIcon(512, { isOpaque: true, padding: 0.1 }),
}

export const getStaticPaths = () => Object.keys(ICONS).map((icon) => ({ params: { icon } }))

export const GET: APIRoute = async ({ params }) => {
  const draw = ICONS[params.icon ?? '']
  if (!draw) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(await draw()), { headers: { 'content-type': 'image/png' } })
}
