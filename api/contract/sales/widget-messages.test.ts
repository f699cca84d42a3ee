import { expect, test } from 'vitest'
import { FrameMessage, HostMessage } from './widget-messages.ts'

const head = { source: 'service-package', version: 1 }
const sale = { orderNumber: 'INV-000123', package: 'business-website', amount: '99.00', currency: 'USD' }

test('a message of the frame has the facts of a sale, and unknown fields are dropped', () => {
  const message = { ...head, type: 'paid', ...sale }
  expect(FrameMessage.parse({ ...message, email: 'buyer@example.com', fullName: 'A Buyer' })).toEqual(message)
})

test('messages of other senders, versions, types and shapes are none', () => {
  for (const wrong of [
    { ...head, source: 'other', type: 'ready' },
    { ...head, version: 2, type: 'ready' },
    { ...head, type: 'navigate' },
    { ...head, type: 'resize', height: '400' },
    { ...head, type: 'resize', height: 1e9 },
    { ...head, type: 'opened', package: '../admin' },
    { ...head, type: 'paid', ...sale, amount: 99 },
    { ...head, type: 'paid', ...sale, orderNumber: '<b>1</b>' },
    { ...head, type: 'show' },
    'ready',
    null,
  ]) {
    expect(FrameMessage.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  }
  expect(HostMessage.safeParse({ ...head, type: 'show' }).success).toBe(true)
  expect(HostMessage.safeParse({ ...head, type: 'ready' }).success).toBe(false)
})
