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
  address: '',
  city: '',
  state: '',
  country: '',
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

test('a blank form has the specified message on every required field and none on the optional ones', () => {
  expect(findFieldErrors(blank, all)).toEqual({
    firstName: 'First name must be at least 2 characters',
    lastName: 'Last name must be at least 2 characters',
    email: 'Please enter a valid email address',
    password: 'Password must be at least 6 characters',
    phone: 'Please enter a valid phone number',
    company: 'Company name must be at least 2 characters',
    jobTitle: 'Job title must be at least 2 characters',
    address: 'Address must be at least 5 characters',
    city: 'City must be at least 2 characters',
    state: 'State must be at least 2 characters',
    country: 'Please select a country',
    zipCode: 'ZIP/PIN code must be at least 3 characters',
  })
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
