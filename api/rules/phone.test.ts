import { expect, test } from 'vitest'
import { isPhone } from './buyer-fields.ts'

test.each(['1234567890', '+45 33 12 34 56', '(602) 555-0100', '+1 602.555.0100 ext. 12', '0141/5550142'])(
  '%s is a phone number',
  (text) => expect(isPhone(text)).toBe(true),
)

test.each([
  'abcdefghij',
  '123456789',
  '----------',
  '12 34 56 x',
  '+45 33 12 34 56 Grace',
  '1234567890123456',
])('%s is none', (text) => expect(isPhone(text)).toBe(false))
