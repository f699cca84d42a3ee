import * as z from 'zod/mini'
import { cleanLine, cleanLongText } from '#api/rules/clean-text.ts'

/** A line break in a name could fake the text below it in a mail, a list or a log. */
export const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/

type TextOptions = {
  max: number
  label: string
  /** Whether the text may have several lines. Unset: a name or a label. */
  isLong?: boolean
  /** Cleans the text before it is checked, instead of the defaults for names and long texts. */
  clean?: ((text: string) => string) | undefined
} & (
  | { min?: never; message?: never }
  /** `message` is shown when the text is too short or missing. */
  | { min: number; message: string }
)

/** A cleaned text of bounded length that the database can store. In `zod/mini`, because forms in the browser use it. */
export function boundedText({ min = 0, max, message, label, isLong = false, clean }: TextOptions) {
  const tooShort = message ?? `${label} must be text`
  return z.string(tooShort).check(
    z.overwrite(clean ?? (isLong ? cleanLongText : cleanLine)),
    z.minLength(min, tooShort),
    z.maxLength(max, `${label} must be at most ${max} characters`),
    z.refine((text) => isLong || !LINE_BREAK.test(text), `${label} must be one line`),
  )
}
