import { expect, test } from 'vitest'
import { BuyerForm, EmailAddress, NewPassword } from '#api/contract/people/buyer-form.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { isPhone } from './buyer-fields.ts'
import {
  cleanCode,
  cleanEmail,
  cleanLine,
  cleanLongText,
  cleanMachineText,
  cleanPhone,
} from './clean-text.ts'

test.each([
  ['\u202a+1 602 555 0100\u202c', '+1 602 555 0100'],
  ['+1 602\u2011555\u20110100', '+1 602-555-0100'],
  ['+1 602\u2212555\u20130100', '+1 602-555-0100'],
  ['(+91) 9876543210', '(+91) 9876543210'],
  ['0207 946 0958 extension 4', '0207 946 0958 extension 4'],
  ['0207 946 0958 extn 4', '0207 946 0958 extn 4'],
  ['+16025550100;ext=5', '+16025550100;ext=5'],
  ['+33 1 70 18 99 00 poste 5', '+33 1 70 18 99 00 poste 5'],
  ['602.555.0100 x4', '602.555.0100 x4'],
  ['602.555.0100 #4', '602.555.0100 #4'],
  ['tel:+919876543210', '+919876543210'],
  ['\uff0b\uff18\uff11 \uff13-\uff11\uff12\uff13\uff14-\uff15\uff16\uff17\uff18', '+81 3-1234-5678'],
  ['\u0660\u0665\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667', '0501234567'],
  ['۰۹۱۲۳۴۵۶۷۸۹', '09123456789'],
  ['९८७६५४३२१०', '9876543210'],
  ['০১৭১২৩৪৫৬৭৮', '01712345678'],
  ['+1\u00a0602\u202f555\u00ad 0100', '+1 602 555 0100'],
])('the phone number %j is taken as %j', (pasted, stored) => {
  expect(cleanPhone(pasted)).toBe(stored)
  expect(BuyerForm.shape.phone.parse(pasted)).toBe(stored)
})

test.each(['call me', '12', '+1 602 555 0100 or later'])('%j is no phone number', (text) => {
  expect(isPhone(cleanPhone(text))).toBe(false)
})

test.each([
  ['WELCOME10\u200b', 'WELCOME10'],
  ['ＷＥＬＣＯＭＥ１０', 'WELCOME10'],
  ['"WELCOME10"', 'WELCOME10'],
  ["'WELCOME10'", 'WELCOME10'],
  ['“WELCOME10”', 'WELCOME10'],
  ['„WELCOME10“', 'WELCOME10'],
  ['« WELCOME10 »', 'WELCOME10'],
  ['WELCOME\u00ad10', 'WELCOME10'],
  ['NEW\u2013YEAR', 'NEW-YEAR'],
])('the code %j is read as %j', (pasted, code) => {
  expect(cleanCode(pasted)).toBe(code)
  expect(BuyerForm.shape.couponCode.parse(pasted)).toBe(code)
})

test.each([
  ['r&d@example.com', 'r&d@example.com'],
  ["o'@example.com", "o'@example.com"],
  ['user@xn--e1afmkfd.xn--p1ai', 'user@xn--e1afmkfd.xn--p1ai'],
  ['user@m\u00fcnchen.de', 'user@xn--mnchen-3ya.de'],
  ['user@mu\u0308nchen.de', 'user@xn--mnchen-3ya.de'],
  ['\u200euser＠example．com\u200b', 'user@example.com'],
])('the e-mail address %j is taken as %j', (pasted, stored) => {
  expect(cleanEmail(pasted)).toBe(stored)
  expect(EmailAddress.parse(pasted)).toBe(stored)
})

test.each([
  ...['nobody@localhost', 'a@b@example.com', 'a@example.com\nBcc: b@example.com', 'a@exam ple.com'],
  ...['a,b@example.com', 'a@münchen.de/x', 'a@münchen.de:80', 'a@-example.com'],
])('%j is no e-mail address', (text) => {
  expect(EmailAddress.safeParse(text).success).toBe(false)
})

test('a line loses what nobody can see, and keeps what letters and emoji need', () => {
  expect(cleanLine('\u2067Jose\u0301\u2069\u200b\u00a0\ufeffLu\u00adna\u202e\u0000')).toBe('Jos\u00e9 Luna')
  for (const name of ['محمد\u200cرضا', 'क्\u200dष', '👩\u200d💻', 'O’Brien', 'Ⅷ ½'])
    expect(cleanLine(name)).toBe(name)
  expect(boundedText({ max: 20, label: 'Name' }).safeParse('Ada\nLovelace').error?.issues[0]?.message).toBe(
    'Name must be one line',
  )
})

test('a long text loses overrides of direction alone, and keeps isolates, tabs and line breaks', () => {
  expect(cleanLongText('a\u202eb\u2067c\u2069\u00a0\td\r\ne\u0301\ud800')).toBe(
    'ab\u2067c\u2069 \td\r\n\u00e9',
  )
})

test('lengths are of the cleaned text', () => {
  expect(boundedText({ max: 3, label: 'Name' }).parse('\u200ba\u200be\u0301c\u200b')).toBe('a\u00e9c')
  expect(NewPassword.safeParse('e\u0301e\u0301e\u0301').success).toBe(false)
})

test('postal codes and tax numbers are of ASCII', () => {
  expect(cleanMachineText('１００\u2013０００１')).toBe('100-0001')
  expect(BuyerForm.shape.taxId.parse('２７AAPFU0939F1ZV\u200b')).toBe('27AAPFU0939F1ZV')
})
