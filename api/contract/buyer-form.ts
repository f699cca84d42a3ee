/** The registration form of a purchase: one schema for the browser and the server (docs/product.md, Form rules). */
import * as z from 'zod/mini'
import { boundedText } from './text.ts'

export const EmailAddress = z
  .string('Please enter a valid email address')
  .check(
    z.trim(),
    z.maxLength(254, 'Please enter a valid email address'),
    z.email('Please enter a valid email address'),
  )

/** A password as typed: never trimmed, never changed. */
export const NewPassword = z
  .string('Password must be at least 6 characters')
  .check(
    z.minLength(6, 'Password must be at least 6 characters'),
    z.maxLength(200, 'Password must be at most 200 characters'),
  )

export const BuyerForm = z.object({
  firstName: boundedText({
    min: 2,
    max: 100,
    label: 'First name',
    message: 'First name must be at least 2 characters',
  }),
  lastName: boundedText({
    min: 2,
    max: 100,
    label: 'Last name',
    message: 'Last name must be at least 2 characters',
  }),
  email: EmailAddress,
  password: NewPassword,
  phone: boundedText({
    min: 10,
    max: 32,
    label: 'Phone number',
    message: 'Please enter a valid phone number',
  }),
  company: boundedText({
    min: 2,
    max: 200,
    label: 'Company name',
    message: 'Company name must be at least 2 characters',
  }),
  jobTitle: boundedText({
    min: 2,
    max: 200,
    label: 'Job title',
    message: 'Job title must be at least 2 characters',
  }),
  address: boundedText({
    min: 5,
    max: 500,
    label: 'Address',
    message: 'Address must be at least 5 characters',
  }),
  city: boundedText({
    min: 2,
    max: 100,
    label: 'City',
    message: 'City must be at least 2 characters',
  }),
  state: boundedText({
    min: 2,
    max: 100,
    label: 'State',
    message: 'State must be at least 2 characters',
  }),
  country: boundedText({ min: 1, max: 5, label: 'Country', message: 'Please select a country' }),
  zipCode: boundedText({
    min: 3,
    max: 20,
    label: 'ZIP/PIN code',
    message: 'ZIP/PIN code must be at least 3 characters',
  }),
  taxId: z.optional(boundedText({ max: 50, label: 'Tax ID' })),
  couponCode: z.optional(boundedText({ max: 50, label: 'Coupon code' })),
})
export type BuyerForm = z.infer<typeof BuyerForm>
