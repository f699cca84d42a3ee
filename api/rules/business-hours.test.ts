import { expect, test } from 'vitest'
import { describeHours } from './business-hours.ts'

const day = { opens: '09:00', closes: '18:00' }
const calendar = { timeZone: 'Asia/Kolkata', zoneName: 'IST', holidays: [] }

test('days of equal hours that follow each other are one span', () => {
  const hours = { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day }
  expect(describeHours({ ...calendar, hours })).toBe('Monday - Friday, 9:00 AM - 6:00 PM IST')
  expect(describeHours({ ...calendar, hours }, { isShort: true })).toBe('Mon - Fri, 9:00 AM - 6:00 PM IST')
})

test('a free day and other hours begin a new span', () => {
  const hours = { sunday: { opens: '00:00', closes: '12:30' }, monday: day, wednesday: day, thursday: day }
  expect(describeHours({ ...calendar, hours })).toBe(
    'Monday, 9:00 AM - 6:00 PM; Wednesday - Thursday, 9:00 AM - 6:00 PM; Sunday, 12:00 AM - 12:30 PM IST',
  )
})
