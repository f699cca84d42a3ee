/** As `URL.canParse`, which Chrome 109 and Safari 16.4 do not have. */
export function isUrl(text: string): boolean {
  try {
    return Boolean(new URL(text))
  } catch {
    return false
  }
}
