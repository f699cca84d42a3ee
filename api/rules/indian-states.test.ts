import { expect, test } from 'vitest'
import { parseGstin } from './gstin.ts'
import { findIndianState, getStateOfGstin, INDIAN_STATES } from './indian-states.ts'

test.each([
  ['KARNATAKA', '29'],
  ['ka', '29'],
  ['NCT of Delhi', '07'],
  ['Jammu & Kashmir', '01'],
  ['Daman and Diu', '26'],
  ['Greater London', undefined],
  ['', undefined],
])('the state %s has the code %s', (text, code) => {
  expect(findIndianState(text)?.code).toBe(code)
})

test('a GSTIN of each state names it', () => {
  const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  for (const { code, name } of INDIAN_STATES) {
    const gstin = [...DIGITS].map((check) => parseGstin(`${code}AAPFU0939F1Z${check}`)).find(Boolean)
    expect(getStateOfGstin(gstin ?? '').name).toBe(name)
  }
})
