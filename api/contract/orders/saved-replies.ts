/** Text templates for the team's replies in conversations. */
import * as z from 'zod'
import { boundedText } from '#api/contract/platform/text.ts'
import { findUnknownPlaceholder, PLACEHOLDERS } from '#api/rules/order-work/saved-replies.ts'

const names = PLACEHOLDERS.map((name) => `{${name}}`).join(', ')

export const SavedReplyBody = z.object({
  title: boundedText({ min: 1, max: 60, label: 'Title', message: 'Title is required' }),
  text: z
    .pipe(
      boundedText({ min: 1, max: 2000, label: 'Text', isLong: true, message: 'Text is required' }),
      z.string().refine((text) => !findUnknownPlaceholder(text), {
        error: ({ input }) => `${findUnknownPlaceholder(String(input))} is unknown. Known are ${names}`,
      }),
    )
    .describe(`the page of an order fills in ${names}`),
})
export type SavedReplyBody = z.infer<typeof SavedReplyBody>

export const SavedReply = z.object({ id: z.int(), title: z.string(), text: z.string() })
export type SavedReply = z.infer<typeof SavedReply>
