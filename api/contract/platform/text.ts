import * as z from 'zod/mini'
import { cleanLine, cleanLongText } from '#api/rules/clean-text.ts'

/** With a line break, a name forges what stands below it in a mail, a list or a log. */
export const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/

type TextOptions = {
  max: number
  label: string
  /** The text may have several lines. Unset: it is a name or a label. */
  isLong?: boolean
  /** Cleans the text before it is checked, where that of names and of long texts does not fit. */
  clean?: ((text: string) => string) | undefined
} & (
  | { min?: never; message?: never }
  /** `message` is shown when the text is too short or missing. */
  | { min: number; message: string }
)

/** Cleaned text of bounded length that the database can hold. `zod/mini`, because forms in the browser use it. */
export function boundedText({ min = 0, max, message, label, isLong = false, clean }: TextOptions) {
  const tooShort = message ?? `${label} must be text`
  return z.string(tooShort).check(
    z.overwrite(clean ?? (isLong ? cleanLongText : cleanLine)),
    z.minLength(min, tooShort),
    z.maxLength(max, `${label} must be at most ${max} characters`),
    z.refine((text) => isLong || !LINE_BREAK.test(text), `${label} must be one line`),
  )
}
