import type { APIRoute } from 'astro'
import { illustrations } from '#site/illustrations/illustrations.ts'

export const prerender = true

export const getStaticPaths = () => Object.keys(illustrations).map((name) => ({ params: { name } }))

export const GET: APIRoute = ({ params }) =>
  new Response(illustrations[params.name ?? ''], { headers: { 'content-type': 'image/svg+xml' } })
