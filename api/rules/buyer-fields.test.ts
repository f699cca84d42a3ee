import { expect, test } from 'vitest'
import { labelBuyerField } from './addresses.ts'
import { isPhone } from './buyer-fields.ts'
import { GUEST_PLACEHOLDERS, omitPlaceholders } from './placeholders.ts'

test.each(['1234567890', '+45 33 12 34 56', '(602) 555-0100', '+1 602.555.0100 ext. 12', '0141/5550142'])(
  '%s is a phone number',
  (text) => expect(isPhone(text)).toBe(true),
)

test.each([
  ...['abcdefghij', '123456789', '----------', '12 34 56 x', '+45 33 12 34 56 Grace', '1234567890123456'],
])('%s is none', (text) => expect(isPhone(text)).toBe(false))

test.each([
  ['US', 'State', 'ZIP code'],
  ['CA', 'Province', 'Postal code'],
  ['GB', 'County', 'Postcode'],
  ['IN', 'State', 'PIN code'],
  ['DK', 'State or region', 'Postal code'],
  ['', 'State', 'ZIP/PIN code'],
  // Such values were stored before the country was checked.
  ['constructor', 'State', 'ZIP/PIN code'],
])('an address in %j has a %j and a %j', (country, state, zipCode) => {
  expect([labelBuyerField('state', country), labelBuyerField('zipCode', country)]).toEqual([state, zipCode])
})

test('every other field is called the same everywhere', () => {
  expect(labelBuyerField('city', 'GB')).toBe('City')
})

const EMPTY = { company: '', jobTitle: '', address: '', city: '', state: '', country: '', zipCode: '' }

test('a guest’s placeholders are removed', () => {
  expect(omitPlaceholders({ firstName: 'Grace', ...GUEST_PLACEHOLDERS })).toEqual({
    firstName: 'Grace',
    ...EMPTY,
  })
})

test('details that a guest has given since are kept, the country once there is an address', () => {
  const moved = { ...GUEST_PLACEHOLDERS, address: '4 Residency Road', city: 'Bengaluru' }
  expect(omitPlaceholders({ ...GUEST_PLACEHOLDERS, company: 'Holm & Sons' })).toEqual({
    ...EMPTY,
    company: 'Holm & Sons',
  })
  expect(omitPlaceholders(moved)).toEqual({
    ...EMPTY,
    address: '4 Residency Road',
    city: 'Bengaluru',
    country: 'IN',
  })
})

test('the country of a buyer who lives in India is kept', () => {
  const buyer = { company: 'Rowe', address: '4 Residency Road', country: 'IN', zipCode: '560025' }
  expect(omitPlaceholders(buyer)).toEqual(buyer)
})
