/** Normalises texts for searching. In the database, `fold_text` does the same (db/migrations/0150-shared.ts). */

/** Letters that Unicode normalisation does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'n', ŧ: 't', ς: 'σ' },
  ...{ đ: 'd', ð: 'd', ɖ: 'd', ɗ: 'd', ɓ: 'b', ƙ: 'k', ƴ: 'y' },
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/** Removes case, accents and variants of apostrophes and dashes. @example foldText('O’Brien & GRÖSSE') // "o'brien & grosse" */
export function foldText(text: string): string {
  return text
    .replaceAll(/[‘’‛ʹʻʼʽˈ′＇´`]/g, "'")
    .replaceAll(/[\p{Dash_Punctuation}−]/gu, '-')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter)
}

/** @returns whether the text contains each word, ignoring case, accents and order */
export function holdsWords(text: string, words: string): boolean {
  const folded = foldText(text)
  return foldText(words)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
