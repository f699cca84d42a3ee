import { expect, test } from 'vitest'
import type { User } from '#api/contract/people/auth.ts'
import { GUEST_PLACEHOLDERS } from '#api/rules/placeholders.ts'
import { changesEmail, describeProfile, listMissing, mergeProfile } from './profile-form.tsx'

const user: User = {
  id: 1,
  firstName: 'Clara',
  lastName: 'Whitfield',
  email: 'Clara@Example.com',
  phone: '1234567890',
  company: 'Rowe',
  jobTitle: 'Partner',
  address: '18 Calvert Avenue',
  city: 'London',
  state: '',
  country: 'GB',
  zipCode: 'E2 7JP',
  taxId: null,
  isEmailVerified: true,
  factors: [],
  isStaff: false,
  isAdmin: false,
  isDisabled: false,
  isErased: false,
  createdAt: '2026-01-01T00:00:00.000Z',
}

test('typed values override stored ones, also when cleared', () => {
  expect(mergeProfile(user, { city: 'Leeds', company: '' })).toMatchObject({
    firstName: 'Clara',
    city: 'Leeds',
    company: '',
    taxId: '',
  })
})

test('an e-mail that differs in case or spaces only is not a change', () => {
  expect(changesEmail(user, ' clara@example.com ')).toBe(false)
  expect(changesEmail(user, 'clara@rowe.example')).toBe(true)
})

test('the address is one line without the parts that are not given', () => {
  const address = describeProfile({ ...user, city: '' }).find(({ label }) => label === 'Address')
  expect(address?.text).toBe('18 Calvert Avenue, E2 7JP, United Kingdom')
})

test('each line of an address is a part of it', () => {
  const address = describeProfile({ ...user, address: 'Flat 7 \r\nOld Mill Walk\n' }).find(
    ({ label }) => label === 'Address',
  )
  expect(address?.text).toBe('Flat 7, Old Mill Walk, London, E2 7JP, United Kingdom')
})

test('the stand-ins of a guest’s account are shown nowhere, and the form asks for the facts', () => {
  const guest = { ...user, ...GUEST_PLACEHOLDERS }
  const given = describeProfile(guest).filter(({ text }) => text !== '')
  expect(given.map(({ label }) => label)).toEqual(['Name', 'Email', 'Phone'])
  expect(mergeProfile(guest, {})).toMatchObject({ company: '', address: '', country: '', zipCode: '' })
})

test('what an invoice lacks is named, and a private person has no company to name', () => {
  expect(listMissing({ ...user, ...GUEST_PLACEHOLDERS })).toEqual([
    'address',
    'city',
    'country',
    'ZIP/PIN code',
  ])
  expect(listMissing({ ...user, company: '', zipCode: '000000' })).toEqual(['ZIP/PIN code'])
  expect(listMissing(user)).toEqual([])
})
