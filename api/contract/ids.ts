import * as z from 'zod'

/** The largest id that PostgreSQL's `integer` holds; a larger one names nothing. */
const LARGEST_ID = 2_147_483_647

/**
 * An id in a path. Anything that cannot be one is unknown (404), never invalid: see plugins/errors. Not by `transform`:
 * what zod makes for one in each parse outlives the collector's quick passes, and costs a pause of 7 ms each second under load.
 */
export const IdParams = z.object({
  id: z.codec(z.string().regex(/^[1-9]\d{0,9}$/), z.int().max(LARGEST_ID), {
    decode: Number,
    encode: String,
  }),
})

/** An id in a body. */
export const Id = z.int().min(1).max(LARGEST_ID)
