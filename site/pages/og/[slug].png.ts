import { getCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import { drawPicture } from '../../og/draw-picture.ts'
import { type Picture, pictures } from '../../og/pictures.ts'

export const prerender = true

export async function getStaticPaths() {
  const policies = await getCollection('policies')
  const ofPolicies = policies.map(({ id, data }): Picture => {
    return { slug: id, eyebrow: 'Policies', title: data.title }
  })
  return [...pictures, ...ofPolicies].map((picture) => ({
    params: { slug: picture.slug },
    props: { picture },
  }))
}

export const GET: APIRoute<{ picture: Picture }> = async ({ props }) =>
  new Response(new Uint8Array(await drawPicture(props.picture)), { headers: { 'content-type': 'image/png' } })
