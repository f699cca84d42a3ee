import { expect, test } from 'vitest'
import { Admission } from './admission.ts'

/** Runs as many calls at once as are admitted, each for this long. @returns how many */
function crowd(admission: Admission, tookMs: number): number {
  let taken = 0
  while (admission.enter()) taken += 1
  for (let index = 0; index < taken; index += 1) admission.leave(tookMs)
  admission.adjust()
  return taken
}

test('calls above the limit are refused, and accepted again when others have left', () => {
  const admission = new Admission()
  for (let index = 0; index < admission.limit; index += 1) expect(admission.enter()).toBe(true)
  expect(admission.enter()).toBe(false)
  admission.leave(5)
  expect(admission.enter()).toBe(true)
  expect(admission.enter()).toBe(false)
})

test('the limit falls while calls are slow, down to a minimum, and rises when they are quick again', () => {
  const admission = new Admission()
  const first = crowd(admission, 2_000)
  expect(crowd(admission, 2_000)).toBeLessThan(first)
  for (let round = 0; round < 30; round += 1) crowd(admission, 2_000)
  const least = crowd(admission, 2_000)
  expect(least).toBe(16)
  for (let round = 0; round < 30; round += 1) crowd(admission, 10)
  expect(crowd(admission, 10)).toBeGreaterThan(first)
  for (let round = 0; round < 60; round += 1) crowd(admission, 10)
  expect(crowd(admission, 10)).toBe(512)
})

test('the limit stays without a reason to change it', () => {
  const admission = new Admission()
  const before = admission.limit
  // A slow call, which waits for the payment provider.
  expect(admission.enter()).toBe(true)
  admission.leave(6_000)
  admission.adjust()
  // Quick calls, always fewer than the limit.
  for (let index = 0; index < 1_000; index += 1) {
    admission.enter()
    admission.leave(1)
  }
  admission.adjust()
  expect(admission.limit).toBe(before)
})

test.each([
  [9, 0],
  [10, -1],
])('%s slow calls of a hundred change the limit by the sign of %s', (slow, sign) => {
  const admission = new Admission()
  const before = admission.limit
  for (let index = 0; index < 100; index += 1) {
    admission.enter()
    admission.leave(index < slow ? 2_000 : 1)
  }
  admission.adjust()
  expect(Math.sign(admission.limit - before)).toBe(sign)
})
