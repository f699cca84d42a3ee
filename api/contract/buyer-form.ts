/** The registration form of a purchase: one schema for the browser and the server (specification, section 5). */
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
  firstName: boundedText({ min: 2, max: 100, label: 'First name' }),
  lastName: boundedText({ min: 2, max: 100, label: 'Last name' }),
  email: EmailAddress,
  password: NewPassword,
  phone: boundedText({
    min: 10,
    max: 32,
    label: 'Phone number',
    message: 'Please enter a valid phone number',
  }),
  company: boundedText({ min: 2, max: 200, label: 'Company name' }),
  jobTitle: boundedText({ min: 2, max: 200, label: 'Job title' }),
  address: boundedText({ min: 5, max: 500, label: 'Address' }),
  city: boundedText({ min: 2, max: 100, label: 'City' }),
  state: boundedText({ min: 2, max: 100, label: 'State' }),
  country: boundedText({ min: 1, max: 5, label: 'Country', message: 'Please select a country' }),
  zipCode: boundedText({ min: 3, max: 20, label: 'ZIP/PIN code' }),
  taxId: z.optional(boundedText({ max: 50, label: 'Tax ID' })),
  couponCode: z.optional(boundedText({ max: 50, label: 'Coupon code' })),
})
export type BuyerForm = z.infer<typeof BuyerForm>
