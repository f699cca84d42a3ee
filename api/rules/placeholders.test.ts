import { expect, test } from 'vitest'
import { GUEST, omitPlaceholders } from './placeholders.ts'

const EMPTY = { company: '', jobTitle: '', address: '', city: '', state: '', country: '', zipCode: '' }

test('a guest’s stand-ins are no facts', () => {
  expect(omitPlaceholders({ firstName: 'Grace', ...GUEST })).toEqual({ firstName: 'Grace', ...EMPTY })
})

test('what a guest has told since is a fact, the country once the address is', () => {
  const moved = { ...GUEST, address: '4 Residency Road', city: 'Bengaluru' }
  expect(omitPlaceholders({ ...GUEST, company: 'Holm & Sons' })).toEqual({ ...EMPTY, company: 'Holm & Sons' })
  expect(omitPlaceholders(moved)).toEqual({
    ...EMPTY,
    address: '4 Residency Road',
    city: 'Bengaluru',
    country: 'IN',
  })
})

test('a buyer who lives in India has told so', () => {
  const buyer = { company: 'Rowe', address: '4 Residency Road', country: 'IN', zipCode: '560025' }
  expect(omitPlaceholders(buyer)).toEqual(buyer)
})
