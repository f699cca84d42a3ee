import { expect, test } from 'vitest'
import { foldText, holdsWords } from './fold-text.ts'

test.each([
  ['Müller', 'muller'],
  ['O’Brien', "O'Brien"],
  ['Straße & GRÖSSE', 'strasse & grosse'],
  ['Élodie', 'e\u0301lodie'],
  ['Nguyễn Hữu Thọ', 'nguyen huu tho'],
])('%s is %s', (one, other) => {
  expect(foldText(one)).toBe(foldText(other))
})

test.each([
  ['Müller & Söhne', 'sohne MULLER', true],
  ['Müller & Söhne', 'sohne maier', false],
  ['Müller & Söhne', '  ', true],
  ['Grosse', 'GRÖẞE', true],
  ['D’Angelo', 'd`angelo', true],
  ['हिन्दी', 'हिन्दि', false],
  ['한국', '\u1112\u1161\u11ab', true],
  ['Київ', 'КИ\u0406\u0308В', true],
])('%s holds the words %s: %s', (text, words, holds) => {
  expect(holdsWords(text, words)).toBe(holds)
})
