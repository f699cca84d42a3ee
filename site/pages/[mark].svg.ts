/** The logo, as `/logo.svg` and as `/favicon.svg`. */

import { logo } from 'virtual:content'
import type { APIRoute } from 'astro'

export const prerender = true

export const getStaticPaths = () => ['logo', 'favicon'].map((mark) => ({ params: { mark } }))

export const GET: APIRoute = () => new Response(logo, { headers: { 'content-type': 'image/svg+xml' } })
