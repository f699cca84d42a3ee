import { expect, test } from 'vitest'
import { BuyerForm } from '#api/contract/people/buyer-form.ts'
import type { BuyerDraft, BuyerField } from '#site/kit/stores/buyer-draft.ts'
import { findFieldErrors, pickFieldErrors } from './use-buyer-form.ts'

const blank: BuyerDraft = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  phone: '',
  company: '',
  jobTitle: '',
  country: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  taxId: '',
  reference: '',
  couponCode: '',
}
const filled: BuyerDraft = {
  ...blank,
  firstName: ' Ada ',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  password: ' secret ',
  phone: '+44 20 7946 0000',
  company: 'Analytical Engines',
  jobTitle: 'CTO',
  address: '12 Long Street',
  city: 'London',
  state: 'London',
  country: 'GB',
  zipCode: 'N1 1AA',
}
const all = Object.keys(blank) as BuyerField[]

test('a blank form has an error on every required field and none on the optional ones', () => {
  const { taxId: _, reference: __, couponCode: ___, ...required } = blank
  expect(Object.keys(findFieldErrors(blank, all))).toEqual(Object.keys(required))
})

test('a form that keeps every rule has no errors', () => {
  expect(findFieldErrors(filled, all)).toEqual({})
})

test('only the asked fields are looked at', () => {
  expect(findFieldErrors(blank, ['email'])).toEqual({ email: 'Please enter a valid email address' })
})

test('texts are sent trimmed, the password as it was typed', () => {
  expect(BuyerForm.parse(filled)).toMatchObject({ firstName: 'Ada', password: ' secret ' })
})

test("the API's issues land on their fields, the first of each, and unknown ones nowhere", () => {
  const issues = [
    { path: 'userData.email', message: 'Taken' },
    { path: 'userData.email', message: 'Odd' },
    { path: 'city', message: 'No such city' },
    { path: 'finalAmount', message: 'Wrong' },
  ]
  expect(pickFieldErrors(issues, all)).toEqual({ email: 'Taken', city: 'No such city' })
})
