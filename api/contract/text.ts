import * as z from 'zod/mini'

/**
 * What PostgreSQL refuses in text: NUL, and halves of surrogate pairs (they are not UTF-8).
 * Other control characters but tab and line breaks have no business in a form either.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text) && text.isWellFormed()
}

interface TextOptions {
  min?: number
  max: number
  /** Shown when the text is too short or missing. */
  message?: string
  label: string
}

/** Trimmed text of bounded length that the database can hold. `zod/mini`, because forms in the browser use it. */
export function boundedText({ min = 0, max, message, label }: TextOptions) {
  const tooShort = message ?? `${label} must be at least ${min} characters`
  return z
    .string(tooShort)
    .check(
      z.trim(),
      z.minLength(min, tooShort),
      z.maxLength(max, `${label} must be at most ${max} characters`),
      z.refine(isStorable, `${label} contains characters that cannot be stored`),
    )
}
