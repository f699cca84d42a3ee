/**
 * What the widget's frame (/embed/…) and the page that it is shown on tell each other, by `postMessage`. `zod/mini`, because
 * the frame uses it; the page's own script is too small for zod and checks by hand (site/embed/messages.ts).
 */
import * as z from 'zod/mini'

/** Of every message. `version` changes when an older page's script could no longer read the messages. */
const EVERY_MESSAGE = { source: z.literal('service-package'), version: z.literal(1) }

const Slug = z.string().check(z.regex(/^[a-z0-9-]{1,200}$/))

/** What the page's own events carry to any script of it: nothing about a person. */
export const SaleOnPage = z.object({
  orderNumber: z.string().check(z.regex(/^[\w-]{1,40}$/)),
  /** Its slug. */
  package: Slug,
  /** Decimal, such as 99.00. */
  amount: z.string().check(z.regex(/^\d{1,12}\.\d{2}$/)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
})
export type SaleOnPage = z.infer<typeof SaleOnPage>

/** From the frame. Unknown fields are dropped. */
export const FrameMessage = z.discriminatedUnion('type', [
  z.object({ ...EVERY_MESSAGE, type: z.literal('ready') }),
  /** `height` of what the frame shows, in CSS pixels. */
  z.object({
    ...EVERY_MESSAGE,
    type: z.literal('resize'),
    height: z.int().check(z.minimum(1), z.maximum(20_000)),
  }),
  z.object({ ...EVERY_MESSAGE, type: z.literal('opened'), package: Slug }),
  z.object({ ...EVERY_MESSAGE, type: z.literal('paid'), ...SaleOnPage.shape }),
  z.object({ ...EVERY_MESSAGE, type: z.literal('close') }),
])
export type FrameMessage = z.infer<typeof FrameMessage>

/** To the frame. `show`: the dialog is open now, so that the view counts and the focus may move in. */
export const HostMessage = z.object({ ...EVERY_MESSAGE, type: z.enum(['show', 'hide']) })
export type HostMessage = z.infer<typeof HostMessage>
