import { expect, test } from 'vitest'
import { labelBuyerField } from './addresses.ts'

test.each([
  ['US', 'State', 'ZIP code'],
  ['CA', 'Province', 'Postal code'],
  ['GB', 'County', 'Postcode'],
  ['IN', 'State', 'PIN code'],
  ['DK', 'State or region', 'Postal code'],
  ['', 'State', 'ZIP/PIN code'],
  // Stored before the list was checked.
  ['constructor', 'State', 'ZIP/PIN code'],
])('an address in %j has a %j and a %j', (country, state, zipCode) => {
  expect([labelBuyerField('state', country), labelBuyerField('zipCode', country)]).toEqual([state, zipCode])
})

test('every other field is called the same everywhere', () => {
  expect(labelBuyerField('city', 'GB')).toBe('City')
})
