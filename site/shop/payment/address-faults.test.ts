import { afterEach, expect, test } from 'vitest'
import { store } from '#site/kit/stores/stored.ts'
import { askOnceAboutPin, checkAddress } from './address-faults.ts'

const ADDRESS = { country: 'IN', address: '12 MG Road', state: 'J&K', zipCode: '411001' }

afterEach(() => store('asked-pin-codes', undefined, 'browser'))

test('a PIN code of another state is asked about once, and each other one, too', () => {
  expect(askOnceAboutPin(ADDRESS)).toContain('PIN code 411001 is in Maharashtra, not in Jammu and Kashmir.')
  expect(askOnceAboutPin(ADDRESS)).toBeUndefined()
  expect(askOnceAboutPin({ ...ADDRESS, zipCode: '411002' })).toContain('PIN code 411002')
  expect(askOnceAboutPin({ ...ADDRESS, state: 'Goa' })).toContain('not in Goa')
  expect(askOnceAboutPin({ ...ADDRESS, state: 'jammu and kashmir' })).toBeUndefined()
})

test('a state that nobody understands is refused each time', () => {
  for (const _ of [1, 2])
    expect(checkAddress({ ...ADDRESS, state: 'Maharastra' })).toEqual({
      state: 'This is not a state of India. Did you mean Maharashtra?',
    })
})
