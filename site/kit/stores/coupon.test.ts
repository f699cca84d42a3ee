import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { carryCoupon, takeCarriedCode } from './coupon.ts'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a code is carried into one coupon box', () => {
  carryCoupon({ code: 'SAVE20-A', expiresAt: inMinutes(30) })
  expect(takeCarriedCode()).toBe('SAVE20-A')
  expect(takeCarriedCode()).toBeUndefined()
})

test('a code whose time is up is not carried on', () => {
  carryCoupon({ code: 'SAVE20-A', expiresAt: inMinutes(-1) })
  expect(takeCarriedCode()).toBeUndefined()
})
