import * as z from 'zod'

/** The largest id that PostgreSQL's `integer` holds; nothing has a larger one. */
const LARGEST_ID = 2_147_483_647

/**
 * An id in a path. Anything that cannot be one is unknown (404), never invalid: see plugins/errors. Without `transform`:
 * the objects that zod creates for it in each parse cost 7 ms of garbage collection per second under load.
 */
export const IdParams = z.object({
  id: z
    .codec(z.string().regex(/^[1-9]\d{0,9}$/), z.int().max(LARGEST_ID), {
      decode: Number,
      encode: String,
    })
    .describe('the id of what the path names before it'),
})

/** An id in a body. */
export const Id = z.int().min(1).max(LARGEST_ID)
