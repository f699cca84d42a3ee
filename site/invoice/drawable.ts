/** The letters of the invoice's font: Latin, Greek, basic Cyrillic, punctuation, € and ₹ (site/invoice/fonts/LICENSE). */
const KNOWN =
  /[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u02c6\u02dc\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0401\u0404\u0406\u0407\u0410-\u044f\u0451\u0454\u0456\u0457\u0490\u0491\u1e9e\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2030\u20ac\u20b9\u2122\u2212]/u
const MARK = /\p{Mark}/gu

/** Whether the font has every letter, perhaps without its accents. */
export function isDrawable(text: string): boolean {
  return [...text.normalize('NFC').replaceAll(/\s+/g, ' ')].every(
    (letter) => KNOWN.test(letter) || simplify(letter) !== '?',
  )
}

/** Replaces letters that the font lacks: accents are removed, other scripts become question marks. */
export function toDrawable(text: string): string {
  const letters = [...text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()]
  return letters.map((letter) => (KNOWN.test(letter) ? letter : simplify(letter))).join('')
}

function simplify(letter: string): string {
  const plain = letter.normalize('NFKD').replaceAll(MARK, '')
  return [...plain].every((part) => KNOWN.test(part)) ? plain : '?'
}
