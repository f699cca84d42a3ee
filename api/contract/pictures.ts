import * as z from 'zod'

/** A whole number in the query string. */
const pixels = (name: string, description: string) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `${name} must be a whole number of pixels`)
    .transform(Number)
    .describe(`${description}, in pixels of the picture turned upright`)

/** What is cut out of the picture that is sent. */
export const Crop = z.object({
  left: pixels('left', 'left edge of what is cut out'),
  top: pixels('top', 'its top edge'),
  width: pixels('width', 'its width'),
  height: pixels('height', 'its height'),
})
export type Crop = z.infer<typeof Crop>

export const UploadedPicture = z.object({
  id: z.int(),
  state: z.enum(['waiting', 'ready', 'refused']),
  imageUrl: z.string().nullable().describe('of a ready one: for a package or a category'),
  refusal: z.string().nullable().describe('of a refused one: why, for people'),
})
export type UploadedPicture = z.infer<typeof UploadedPicture>
