import * as z from 'zod/mini'

/**
 * Characters that no form may send. PostgreSQL refuses NUL, and halves of surrogate pairs, which are not UTF-8. Other control
 * characters are refused too, except tab and line breaks.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text) && text.isWellFormed()
}

/**
 * Line breaks, and marks that turn the direction of the text after them: with either, a name forges what stands around it in
 * a mail, a list or a log (Unicode Technical Report 36, Bidirectional Text Spoofing).
 */
const FORGING = /[\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069]/

type TextOptions = {
  max: number
  label: string
  /** The text may have several lines. Unset: it is a name or a label. */
  isLong?: boolean
} & (
  | { min?: never; message?: never }
  /** `message` is shown when the text is too short or missing. */
  | { min: number; message: string }
)

/** Trimmed text of bounded length that the database can hold. `zod/mini`, because forms in the browser use it. */
export function boundedText({ min = 0, max, message, label, isLong = false }: TextOptions) {
  const tooShort = message ?? `${label} must be text`
  return z.string(tooShort).check(
    z.trim(),
    z.minLength(min, tooShort),
    z.maxLength(max, `${label} must be at most ${max} characters`),
    z.refine(isStorable, `${label} contains characters that cannot be stored`),
    z.refine(
      (text) => isLong || !FORGING.test(text),
      `${label} must be one line, without marks of text direction`,
    ),
  )
}
