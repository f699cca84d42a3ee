import { expect, test } from 'vitest'
import { TaxId } from '../contract/light/buyer-form.ts'
import { parseGstin } from './gstin.ts'

test('a GSTIN is read with blanks and small letters', () => {
  expect(parseGstin(' 27aapfu 0939f1zv ')).toBe('27AAPFU0939F1ZV')
})

test.each([
  ['another check character', '27AAPFU0939F1ZW'],
  ['two letters exchanged', '27AAFPU0939F1ZV'],
  ['a state that there is not', '99AAPFU0939F1ZV'],
  ['one character less', '27AAPFU0939F1Z'],
  ['another country’s number', 'GB 123 4567 89'],
  ['nothing', ''],
])('%s is no GSTIN', (_, text) => {
  expect(parseGstin(text)).toBeUndefined()
})

test('only what was meant to be a GSTIN must be one', () => {
  expect(TaxId.safeParse('27AAPFU0939F1ZW').success).toBe(false)
  for (const other of ['27AAPFU0939F1ZV', 'GB 123 4567 89', 'DE123456789', '12-3456789', '']) {
    expect(TaxId.safeParse(other).success).toBe(true)
  }
})
