/** 7 to 15 digits, as ITU-T E.164 has them, with the signs that people write between them, and an extension. */
const PHONE = /^\+?(?:[\s().\-/]*\d){7,15}[\s().\-/]*(?:(?:ext|x|#)\.?\s*\d{1,6})?$/i
const SHORTEST_PHONE = 10

/** @example isPhone('+1 (602) 555-0100 ext. 12') // true */
export function isPhone(text: string): boolean {
  return text.length >= SHORTEST_PHONE && PHONE.test(text)
}
