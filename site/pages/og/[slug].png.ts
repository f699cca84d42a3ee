import { getCollection } from 'astro:content'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRoute } from 'astro'
import { drawPicture } from '#site/og/draw-picture.ts'
import { type Picture, pictures } from '#site/og/pictures.ts'

export const prerender = true

export async function getStaticPaths() {
  if (process.env.QUICK_BUILD) return []
  const policies = await getCollection('policies')
  const ofPolicies = policies.map(({ id, data }): Picture => {
    return { slug: id, eyebrow: 'Policies', title: data.title }
  })
  return [...pictures, ...ofPolicies].map((picture) => ({
    params: { slug: picture.slug },
    props: { picture },
  }))
}

/** Drawing the pictures takes half of a build, so those of the last build are reused if it had the same sources. */
async function findDrawn(slug: string): Promise<Buffer | undefined> {
  const dir = process.env.LAST_PICTURES_DIR
  return dir ? readFile(join(dir, `${slug}.png`)).catch(() => undefined) : undefined
}

export const GET: APIRoute<{ picture: Picture }> = async ({ props: { picture } }) => {
  const png = (await findDrawn(picture.slug)) ?? (await drawPicture(picture))
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } })
}
