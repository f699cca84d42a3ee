/** The characters of the invoice's font: Latin, Greek, Cyrillic, punctuation, € and ₹ (site/invoice/fonts/LICENSE). */
const KNOWN =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u0148\u014a-\u01c3\u01c5-\u024f\u0251\u0253\u0254\u0256\u0257\u0259\u025b\u0260\u0263\u0268\u0269\u026f\u0272\u0275\u0283\u0289-\u028b\u0292\u0294\u02b9-\u02bc\u02be\u02bf\u02c6-\u02cb\u02d8-\u02dc\u0386-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0462\u0463\u048a-\u049d\u04a0-\u04ff\u052f\u1e00-\u1e9b\u1e9d-\u1eff\u2010-\u2015\u2018-\u201a\u201c-\u2020\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u20ac\u20b9\u2116\u2122\u2190\u2192\u2212\u2260\u2264\u2265]$/u
const MARK = /\p{Mark}/gu
/** @returns the text in one line, in Unicode form NFC, without soft hyphens and direction marks, which have no glyph */
export function toLine(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Whether the font has every character of the text. It cannot place combining marks: the browser does (text-picture.ts). */
export function isDrawable(text: string): boolean {
  return [...toLine(text)].every((letter) => KNOWN.test(letter))
}

/** For browsers that cannot draw pictures: accents that the font lacks are removed, other scripts become question marks. */
export function toDrawable(text: string): string {
  return [...toLine(text)].map((letter) => (KNOWN.test(letter) ? letter : simplify(letter))).join('')
}

function simplify(letter: string): string {
  const plain = letter.normalize('NFKD').replaceAll(MARK, '')
  return [...plain].every((part) => KNOWN.test(part)) ? plain : '?'
}
