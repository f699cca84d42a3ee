/** The parameters of every list in the back office: `limit`, `offset`, `q` and `sort`. The total is in a response header. */
import * as z from 'zod'
import { cleanLine } from '#api/rules/clean-text.ts'

export const DEFAULT_LIMIT = 50
export const LARGEST_LIMIT = 200

const LARGEST_OFFSET = 2_147_483_647
const LONGEST_SEARCH = 100

/** For lists that a program can follow for changes. */
export interface FollowQuery {
  cursor?: string | undefined
  updatedSince?: string | undefined
}

export interface ListQuery<Column extends string> extends FollowQuery {
  limit: number
  offset: number
  /** Search words, all of which must be found. */
  q?: string | undefined
  /** A column, with `-` before it for descending order. */
  sort: Column | `-${Column}`
}

/** A whole number in a query string. Any other text is refused. */
export function wholeNumber({ min, max, message }: { min: number; max: number; message: string }) {
  return z
    .string(message)
    .regex(/^-?\d{1,10}$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message)
}

/** One of a few words. The error message lists them all. */
export const oneOf = <const Word extends string>(name: string, words: readonly Word[]) =>
  z.enum(words, `${name} must be one of ${words.join(', ')}`)

export const IdFilter = wholeNumber({ min: 1, max: 2_147_483_647, message: 'This is not an id' })

export const SearchWords = z
  .string('q must be text')
  .overwrite(cleanLine)
  .max(LONGEST_SEARCH, `q must be at most ${LONGEST_SEARCH} characters`)

/**
 * The parameters of one list, to spread into its query schema beside its filters.
 * @example z.object({ ...listParameters(['createdAt', 'email'], '-createdAt'), role: z.enum(ROLES).optional() })
 */
export function listParameters<const Column extends string>(
  columns: readonly Column[],
  defaultSort: NoInfer<Column | `-${Column}`>,
) {
  const sorts = columns.flatMap((column) => [column, `-${column}`] as const)
  return {
    limit: wholeNumber({
      min: 1,
      max: LARGEST_LIMIT,
      message: `limit must be from 1 to ${LARGEST_LIMIT}`,
    })
      .default(DEFAULT_LIMIT)
      .describe(`from 1 to ${LARGEST_LIMIT}, ${DEFAULT_LIMIT} unless given`),
    offset: wholeNumber({
      min: 0,
      max: LARGEST_OFFSET,
      message: 'offset must be a whole number of 0 or more',
    })
      .default(0)
      .describe('rows to skip'),
    q: SearchWords.optional().describe('words that must all be found; short ones at beginnings of words'),
    sort: z
      .enum(sorts, `sort must be one of ${columns.join(', ')}, with - before it for descending`)
      // The compiler cannot relate an enum's members to a type parameter. The parameter's type has checked the value.
      .default(defaultSort as never)
      .describe(`a column, with - before it for descending; ${defaultSort} unless given`),
  }
}

/** To spread into the query schema of a list whose table has `changed_in` (api/platform/lists/follow.ts). */
export const FOLLOW_PARAMETERS = {
  cursor: z
    .string()
    .regex(/^\d{1,20}-\d{1,19}-(-?\d{1,10})$/, 'This is not a cursor')
    .optional()
    .describe(
      'X-Next-Cursor of the page before: rows that were changed later, in that order, without offset and sort',
    ),
  updatedSince: z.iso
    .datetime({ offset: true, error: 'updatedSince must be a time such as 2026-04-01T00:00:00Z' })
    .optional()
    .describe('only rows that were changed since; the response has X-Next-Cursor to follow the list with'),
}

/** The largest value of PostgreSQL's `integer`, the type of all ids. */
const LARGEST_ID = 2_147_483_647

/**
 * An id in a path. Text that cannot be an id gets 404, never 400: see api/platform/plugins/errors.ts. Do not use `transform` here: the
 * objects that zod creates for it in each parse cost 7 ms of garbage collection per second under load.
 */
export const IdParams = z.object({
  id: z
    .codec(z.string().regex(/^[1-9]\d{0,9}$/), z.int().max(LARGEST_ID), {
      decode: Number,
      encode: String,
    })
    .describe('the id of what the path names before it'),
})

export const Id = z.int().min(1).max(LARGEST_ID)
