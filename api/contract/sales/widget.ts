/** The websites that may embed the purchase frame (`/embed/<slug>`), and their views and sales. */

import * as z from 'zod'
import { EMBED_DAYS, FRAME_SECRET_HEADER, isUrl } from '#api/rules/embed.ts'

const FRAME_SECRET_MESSAGE = 'The secret of the frame must be 43 characters of base64url'

export const FrameHeaders = z.looseObject({
  [FRAME_SECRET_HEADER]: z
    .string(FRAME_SECRET_MESSAGE)
    .regex(/^[\w-]{43}$/, FRAME_SECRET_MESSAGE)
    .optional()
    .describe('random, of the frame on another website: takes the place of the browser’s cookie'),
})

const LONGEST_ORIGIN = 200
const ORIGIN_MESSAGE =
  'Enter an address such as https://partner.example, without a path. Only your own computer (localhost) may use http.'
const HTTPS_ORIGIN = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/
const LOCAL_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/

/** @returns the origin as browsers serialise it; undefined if the text is not an origin, has a path, or lacks required https */
function normalizeOrigin(text: string): string | undefined {
  if (!isUrl(text)) return undefined
  const { origin, href } = new URL(text)
  const isBare = href === `${origin}/` && !text.includes('?') && !text.includes('#')
  return isBare && (HTTPS_ORIGIN.test(origin) || LOCAL_ORIGIN.test(origin)) ? origin : undefined
}

/** One origin, without a path or a wildcard. It must be https unless it is on this machine. */
export const WebsiteOrigin = z
  .string(ORIGIN_MESSAGE)
  .trim()
  .max(LONGEST_ORIGIN, ORIGIN_MESSAGE)
  .transform((text, context) => {
    const origin = normalizeOrigin(text)
    if (origin !== undefined) return origin
    context.addIssue({ code: 'custom', message: ORIGIN_MESSAGE })
    return z.NEVER
  })

export const AddEmbedOriginBody = z.object({ origin: WebsiteOrigin })
export type AddEmbedOriginBody = z.infer<typeof AddEmbedOriginBody>

/** The website that embeds the frame, as claimed by the frame. It is compared with the list, so it need not be well-formed. */
export const ClaimedOrigin = z
  .string()
  .max(LONGEST_ORIGIN)
  .meta({ examples: ['https://partner.example'] })

export const EmbedViewBody = z.object({ origin: ClaimedOrigin })

export const EmbedOriginCheck = z.object({ allowed: z.boolean() })

export const EmbedOrigins = z.array(z.string().meta({ examples: ['https://partner.example'] }))

export const EmbedOrigin = z.object({
  id: z.int(),
  origin: z.string(),
  createdAt: z.string(),
  views: z.int().describe(`how often the frame was opened there in the last ${EMBED_DAYS} days`),
  orders: z.int().describe('that were paid in these days'),
  revenue: z.string().describe('of these orders, less what was given back'),
  currency: z.string(),
  otherRevenue: z
    .array(z.object({ revenue: z.string(), currency: z.string() }))
    .optional()
    .describe('in other currencies than the default one, where there was any'),
})
export type EmbedOrigin = z.infer<typeof EmbedOrigin>
