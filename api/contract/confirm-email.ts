import * as z from 'zod'

export const ConfirmEmailBody = z.object({
  token: z.string('This link is not complete').min(1, 'This link is not complete').max(200),
})

/** Where the link goes. */
export const ConfirmLinkResponse = z.object({ email: z.string() })
