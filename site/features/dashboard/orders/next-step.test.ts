import { expect, test } from 'vitest'
import type { OrderDetail } from '../../../../api/contract/orders.ts'
import { acceptanceEnd, describeNextStep } from './next-step.ts'

const NOW = '2026-11-22T09:00:00.000Z'

const next = (
  status: OrderDetail['status'],
  answered: number,
  fields: Partial<OrderDetail> = {},
  now: string = NOW,
) =>
  describeNextStep(
    {
      status,
      paymentStatus: 'paid',
      questions: { asked: 5, answered, requiredOpen: 0 },
      timeline: [],
      awaitsAnswers: false,
      ...fields,
    },
    new Date(now),
  )

test('open questions come first, while the work has not ended', () => {
  expect(next('pending', 4)).toMatchObject({ title: '4 of 5 questions answered', asksAnswers: true })
  expect(next('processing', 0)).toMatchObject({ title: '0 of 5 questions answered', asksAnswers: true })
})

test('required answers that are missing are what the delivery time waits for', () => {
  const waits = 'The delivery time waits until the required ones are in.'
  expect(next('pending', 1, { awaitsAnswers: true }).text).toContain(waits)
  expect(next('pending', 1).text).not.toContain(waits)
})

test('with every answer in, and where nothing is asked, the customer waits', () => {
  expect(next('pending', 5)).toMatchObject({ title: 'Nothing for you to do right now', asksAnswers: false })
  const nothingAsked = { questions: { asked: 0, answered: 0, requiredOpen: 0 } }
  expect(next('processing', 0, nothingAsked).title).toBe('Our team is at work')
})

test('an order in process by its answers alone waits for the team', () => {
  const ready = { step: 'ready', at: '2026-11-20T09:00:00.000Z' } as const
  const started = { step: 'started', at: '2026-11-21T09:00:00.000Z' } as const
  expect(next('processing', 5, { timeline: [ready] }).title).toBe('Nothing for you to do right now')
  expect(next('processing', 5, { timeline: [ready, started] }).title).toBe('Our team is at work')
})

test('an order that has ended asks for nothing, and mentions a refund', () => {
  expect(next('completed', 1)).toMatchObject({ title: 'The work is done', asksAnswers: false })
  expect(next('cancelled', 1)).toMatchObject({ title: 'This order was cancelled', asksAnswers: false })
  expect(next('cancelled', 1, { paymentStatus: 'refunded' }).text).toContain('refunded')
})

test('work that is done says by which day to test it, and until when the warranty runs', () => {
  const timeline = [{ step: 'completed', at: '2026-11-20T09:00:00.000Z' }] as const
  const textAt = (now: string) => next('completed', 5, { timeline: [...timeline] }, now).text
  expect(textAt(NOW)).toBe(
    'Please test it by 27 Nov 2026. The warranty covers faults in what we delivered until 20 Dec 2026.',
  )
  expect(textAt('2026-11-28T09:00:00.000Z')).toBe(
    'The warranty covers faults in what we delivered until 20 Dec 2026.',
  )
  expect(textAt('2026-12-21T09:00:00.000Z')).toContain('The warranty ended on 20 Dec 2026.')
})

test('the day to test by is one of the company, wherever it is read', () => {
  // Past midnight in India.
  expect(acceptanceEnd(new Date('2026-11-20T20:00:00.000Z'))).toBe('28 Nov 2026')
})
