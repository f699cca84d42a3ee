import * as z from 'zod'

export const blankAsUnset = (value: unknown) => (value === '' ? undefined : value)
export const optionalUrl = (protocols: RegExp, example: string) =>
  z.preprocess(
    blankAsUnset,
    z.url({ protocol: protocols, error: `must be a URL such as ${example}` }).optional(),
  )
export const optionalText = z.preprocess(blankAsUnset, z.string().optional())
