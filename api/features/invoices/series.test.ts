import { expect, test } from 'vitest'
import { formatSerial, nameSeries } from './series.ts'

test.each([
  ['2027-03-31', 4, '26-27'],
  ['2027-04-01', 4, '27-28'],
  ['2099-04-01', 4, '99-00'],
  ['2027-03-31', 1, '2027'],
  ['2027-06-30', 7, '26-27'],
])('%s is of the financial year that began in month %i: %s', (day, startMonth, series) => {
  expect(nameSeries(day, startMonth)).toBe(series)
})

test('a serial has at most the 16 characters that India allows, up to the ten-millionth of a year', () => {
  expect(formatSerial('invoice', '26-27', 7)).toBe('26-27-000007')
  expect(formatSerial('credit_note', '26-27', 7)).toBe('CN-26-27-000007')
  expect(formatSerial('credit_note', '26-27', 9_999_999)).toHaveLength(16)
})
