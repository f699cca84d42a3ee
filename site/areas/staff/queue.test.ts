import { expect, test } from 'vitest'
import type { StaffAssignment } from '#api/contract/orders/staff.ts'
import {
  countByStatus,
  describeDueDate,
  describeNextStep,
  filterAssignments,
  findNextOrder,
  matchesSearch,
  sortQueue,
} from './queue.ts'

const NO_ANSWERS: StaffAssignment['order']['answers'] = {
  asked: 0,
  answered: 0,
  requiredOpen: 0,
  missing: [],
  skipped: [],
}

function assignment(
  id: number,
  {
    day = 25,
    status = 'assigned' as StaffAssignment['status'],
    waitsFor = null as StaffAssignment['order']['waitsFor'],
    packageName = '',
    firstName = '',
  },
) {
  const order = {
    id,
    promisedBy: `2026-11-${day}T12:30:00.000Z`,
    waitsFor,
    packageName,
    answers: NO_ANSWERS,
    user: { firstName, lastName: '' },
  }
  return { id, status, order } as StaffAssignment
}
const none = new Set<number>()
const idsOf = (assignments: StaffAssignment[]) => assignments.map(({ id }) => id)

test('what is due first stands first, then what waits, then what is done', () => {
  const work = [
    assignment(1, { day: 10, status: 'completed' }),
    assignment(2, { day: 11, waitsFor: 'answers' }),
    assignment(3, { day: 26 }),
    assignment(4, { day: 12, status: 'in_progress' }),
    assignment(5, { day: 20, status: 'completed' }),
  ]
  expect(idsOf(sortQueue(work, 'due', none))).toEqual([4, 3, 2, 5, 1])
  // Just completed: it keeps its place, with the Undo button.
  expect(idsOf(sortQueue(work, 'due', new Set([1])))).toEqual([1, 4, 3, 2, 5])
})

test('completed work that needs a reply, a decision or a fix stands with the open work', () => {
  const completed = (id: number, fields: Partial<StaffAssignment['order']>) => {
    const one = assignment(id, { status: 'completed' })
    return { ...one, order: { ...one.order, ...fields } }
  }
  const work = [
    completed(1, {}),
    completed(2, { workState: 'delivered' }),
    completed(3, { workState: 'in_rework' }),
    completed(4, { workState: 'change_asked' }),
    completed(5, { awaitsReplySince: '2026-11-20T09:00:00.000Z' }),
  ]
  expect(idsOf(sortQueue(work, 'due', none))).toEqual([3, 4, 5, 1, 2])
  expect(findNextOrder(work, 1, () => 0)?.order.id).toBe(3)
})

test('work is sorted by package or customer, what is done last', () => {
  const work = [
    assignment(1, { packageName: 'Website', firstName: 'Ada' }),
    assignment(2, { packageName: 'App', firstName: 'Clara' }),
    assignment(3, { packageName: 'Audit', firstName: 'Bo', status: 'completed' }),
  ]
  expect(idsOf(sortQueue(work, 'package', none))).toEqual([2, 1, 3])
  expect(idsOf(sortQueue(work, 'customer', none))).toEqual([1, 2, 3])
})

test.each([
  ['clara', true],
  ['web okafor', true],
  ['inv-63', true],
  ['#7', true],
  ['web ada', false],
  ['zoe o’keefe', true],
])('a search for %j finds client, package and number', (search, isFound) => {
  const one = assignment(7, { packageName: 'Business Website', firstName: 'Clara' })
  Object.assign(one.order, { invoiceNumber: 'INV-63' })
  Object.assign(one.order.user, { lastName: 'Okafor', company: "Zoë O'Keefe", email: '' })
  expect(matchesSearch(one, search)).toBe(isFound)
})

test('work is due by its promised date, unless it is done or waits', () => {
  const now = new Date('2026-11-23T09:00:00Z')
  expect(describeDueDate(assignment(1, {}), now)?.label).toBe('Due in 2 business days')
  expect(describeDueDate(assignment(1, { day: 20 }), now)?.label).toBe('1 business day late')
  expect(describeDueDate(assignment(1, { day: 20, waitsFor: 'question' }), now)).toBeUndefined()
  expect(describeDueDate(assignment(1, { day: 20, status: 'completed' }), now)).toBeUndefined()
})

test('a message to reply to is the next step, whatever else there is to do or to wait for', () => {
  const one = assignment(1, { status: 'in_progress', waitsFor: 'question', firstName: 'Clara' })
  const answers = { asked: 1, answered: 1, requiredOpen: 0, missing: [], skipped: [] }
  const step = (fields: Partial<StaffAssignment['order']>, now = new Date('2026-11-23T09:00:00Z')) =>
    describeNextStep({ ...one, order: { ...one.order, answers, ...fields } }, now).text
  const awaitsReplySince = '2026-11-20T09:00:00.000Z'
  expect(step({ awaitsReplySince })).toBe('reply to Clara.')
  expect(step({ awaitsReplySince, waitsFor: null })).toBe('reply to Clara.')
  expect(step({ awaitsReplySince: null })).toBe('to reply to your question.')
  expect(step({ awaitsReplySince: null, waitsFor: null })).toBe('finish the work and mark it complete.')
  const late = new Date('2026-11-26T09:00:00Z')
  expect(step({ awaitsReplySince: null, waitsFor: null }, late)).toBe(
    'finish the work, or set a new date with Clara.',
  )
})

test('the next step has a button that leads to it, unless the one of the status does', () => {
  const act = (status: StaffAssignment['status'], fields: Partial<StaffAssignment['order']>) => {
    const one = assignment(1, { status, firstName: 'Clara' })
    const answers = { asked: 2, answered: 0, requiredOpen: 2, missing: [], skipped: [] }
    return describeNextStep({ ...one, order: { ...one.order, answers, ...fields } }).act
  }
  expect(act('in_progress', { awaitsReplySince: '2026-11-20T09:00:00.000Z' })).toBe('reply')
  expect(act('assigned', { awaitsAnswers: true })).toBe('ask')
  expect(act('completed', { awaitsAnswers: true })).toBeUndefined()
  expect(act('completed', { workState: 'in_rework' })).toBe('deliver')
  expect(act('in_progress', { workState: 'in_rework' })).toBe('read')
  expect(act('in_progress', {})).toBeUndefined()
})

test('once the customer was asked, the next step waits for them', () => {
  const step = (askedAt: string | null) => {
    const one = assignment(1, { firstName: 'Diego' })
    const answers = { asked: 2, answered: 1, requiredOpen: 1, missing: [], skipped: [] }
    return describeNextStep({ ...one, order: { ...one.order, answers, awaitsAnswers: true, askedAt } })
  }
  expect(step(null)).toMatchObject({
    label: 'Next step:',
    text: 'ask Diego for the missing answer.',
    act: 'ask',
  })
  expect(step('2026-11-29T09:00:00.000Z')).toEqual({
    label: 'Waiting for Diego',
    text: 'to send the missing answer. We last wrote on 29 Nov 2026.',
    act: 'ask',
    isOptional: true,
  })
})

test('the next order is the next one with work, from the beginning again; unread messages come first', () => {
  const queue = [
    assignment(1, {}),
    assignment(2, {}),
    assignment(3, { status: 'completed' }),
    assignment(4, {}),
  ]
  const next = (id: number, unread: number[] = []) =>
    findNextOrder(queue, id, (orderId) => Number(unread.includes(orderId)))?.order.id
  expect(next(1)).toBe(2)
  expect(next(2)).toBe(4)
  expect(next(4)).toBe(1)
  expect(next(1, [3])).toBe(3)
  expect(next(1, [1])).toBe(2)
  expect(findNextOrder([assignment(1, {})], 1, () => 0)).toBeUndefined()
})

const STATUSES = (['assigned', 'in_progress', 'completed', 'completed'] as const).map((status, id) => ({
  id,
  status,
}))

test('assignments are counted in all and by status', () => {
  expect(countByStatus(STATUSES)).toEqual({ all: 4, assigned: 1, in_progress: 1, completed: 2 })
  expect(countByStatus([])).toEqual({ all: 0, assigned: 0, in_progress: 0, completed: 0 })
})

test('a filter keeps the assignments of its status, in their order', () => {
  const none = new Set<number>()
  expect(filterAssignments(STATUSES, 'all', none)).toEqual(STATUSES)
  expect(filterAssignments(STATUSES, 'completed', none).map(({ id }) => id)).toEqual([2, 3])
  expect(filterAssignments(STATUSES, 'completed', new Set([1])).map(({ id }) => id)).toEqual([1, 2, 3])
})
