import { expect, test } from 'vitest'
import { planDays } from './timeline.ts'

const step = (title: string, when: { day?: number; share?: number }, fromDays = 1) => ({
  title,
  text: title,
  fromDays,
  ...when,
})
const STEPS = [
  step('order', { day: 0 }),
  step('kick-off', { day: 1 }),
  step('first', { share: 0.333 }, 5),
  step('complete', { share: 0.667 }, 5),
  step('handover', { share: 1 }),
]
const plan = (days: number) =>
  planDays(STEPS, days).map(({ day, steps }) => [day, ...steps.map(({ title }) => title)])

test('steps fall on business days of the delivery time, the last one on its end', () => {
  expect(plan(12)).toEqual([
    [0, 'order'],
    [1, 'kick-off'],
    [4, 'first'],
    [8, 'complete'],
    [12, 'handover'],
  ])
})

test('a short package leaves out what it has no days for, and a day has all of its steps', () => {
  expect(plan(2)).toEqual([
    [0, 'order'],
    [1, 'kick-off'],
    [2, 'handover'],
  ])
  expect(plan(1)).toEqual([
    [0, 'order'],
    [1, 'kick-off', 'handover'],
  ])
})
