import { expect, test } from 'vitest'
import { brand } from '../../api/contract/brand.ts'
import { paymentProvider } from '../../api/contract/payment-provider.ts'
import { fillPlaceholders } from './fill-brand.ts'

test('a placeholder becomes what the brand says', () => {
  expect(fillPlaceholders('Write to {{brand.email.support}} at {{ brand.name }}.')).toBe(
    `Write to ${brand.email.support} at ${brand.name}.`,
  )
})

test('a placeholder can name the payment provider', () => {
  expect(fillPlaceholders('{{paymentProvider.name}} takes the card')).toBe(
    `${paymentProvider.name} takes the card`,
  )
})

test('a name the brand does not have ends the build', () => {
  expect(() => fillPlaceholders('{{brand.fax}}')).toThrow('{{brand.fax}} names nothing')
  expect(() => fillPlaceholders('{{brand.email}}')).toThrow('{{brand.email}} names nothing')
})
