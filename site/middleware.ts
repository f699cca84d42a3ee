/** Marks the names and codes in pages as what no translation may touch. */

import { brand } from 'virtual:content'
import type { MiddlewareHandler } from 'astro'
import { createMarker } from '#api/rules/text/untranslated.ts'

const mark = createMarker([brand.legalName, brand.name])

export const onRequest: MiddlewareHandler = async (_, next) => {
  const response = await next()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  return new Response(mark(await response.text()), response)
}
