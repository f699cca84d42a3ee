/** Messages between the widget's frame (/embed/…) and the website that embeds it, by `postMessage`. */
import * as z from 'zod/mini'
import { EMBED_FIELDS } from '#api/rules/embed.ts'

/** Fields of every message. `version` changes when older scripts can no longer read the messages. */
const EVERY_MESSAGE = { source: z.literal('service-package'), version: z.literal(1) }

const text = (pattern: RegExp) => z.string().check(z.regex(pattern))

/** A message from the frame. Unknown fields are dropped, so that no personal data reaches the embedding page. */
export const FrameMessage = z.discriminatedUnion('type', [
  z.object({ ...EVERY_MESSAGE, type: z.literal('ready') }),
  /** `height`: of the frame's content, in CSS pixels. */
  z.object({
    ...EVERY_MESSAGE,
    type: z.literal('resize'),
    height: z.int().check(z.refine((height) => EMBED_FIELDS.resize.height.test(String(height)))),
  }),
  /** `package` is its slug, here and in `paid`. */
  z.object({
    ...EVERY_MESSAGE,
    type: z.literal('opened'),
    package: text(EMBED_FIELDS.opened.package),
  }),
  z.object({
    ...EVERY_MESSAGE,
    type: z.literal('paid'),
    orderNumber: text(EMBED_FIELDS.paid.orderNumber),
    package: text(EMBED_FIELDS.paid.package),
    amount: text(EMBED_FIELDS.paid.amount),
    currency: text(EMBED_FIELDS.paid.currency),
  }),
  z.object({ ...EVERY_MESSAGE, type: z.literal('close') }),
])
export type FrameMessage = z.infer<typeof FrameMessage>

/** A sale, as the scripts of the embedding page receive it. */
export type SaleOnPage = Omit<Extract<FrameMessage, { type: 'paid' }>, 'source' | 'version' | 'type'>

/** A message to the frame. `show`: the dialog has opened, so the frame counts a view and may take the focus. */
export const HostMessage = z.object({ ...EVERY_MESSAGE, type: z.enum(['show', 'hide']) })
export type HostMessage = z.infer<typeof HostMessage>
