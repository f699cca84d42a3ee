import { expect, test } from 'vitest'
import type { Operations } from '#api/contract/operations/jobs.ts'
import {
  countWaiting,
  findPlace,
  hasFailures,
  PLACE_IDS,
  readSection,
  renameFilters,
  SECTIONS,
  TAB_IDS,
} from './places.ts'

test('the back office has fourteen places at most', () => {
  expect(TAB_IDS.map((id) => SECTIONS[id].label)).toEqual([
    ...['Overview', 'Users', 'Orders', 'Registrations', 'Coupons', 'Packages', 'Staff'],
  ])
  expect(TAB_IDS.length + PLACE_IDS.length).toBeLessThanOrEqual(14)
})

// These addresses must keep working: mails, notifications and bookmarks of every release hold them.
test.each([
  ['offers', 'Offers', 'Offers'],
  ['money', 'Unmatched payments', 'Unmatched payments'],
  ['disputes', 'Disputes', 'Disputes'],
  ['reviews', 'Reviews', 'Reviews'],
  ['events', 'Activity', 'Provider events'],
  ['jobs', 'Activity', 'Jobs'],
  ['mail', 'Activity', 'Emails'],
  ['audit', 'Activity', 'Audit log'],
  ['widget', 'Widget', 'Widget'],
  ['keys', 'Shop settings', 'API keys'],
  ['webhooks', 'Shop settings', 'Webhooks'],
  ['notifications', 'Shop settings', 'Notifications'],
  ['replies', 'Shop settings', 'Saved replies'],
  ['setup', 'Shop settings', 'Setup'],
  ['activity', 'Activity', 'Provider events'],
  ['settings', 'Shop settings', 'Notifications'],
])('?view=%s leads to %s, %s', (view, place, section) => {
  for (const query of [`?view=${view}`, `?tab=staff&view=${view}`]) {
    const id = readSection(query)
    expect([findPlace(id)?.label, SECTIONS[id].label]).toEqual([place, section])
  }
})

test.each([
  ['?tab=packages&view=categories', 'packages'],
  ['?tab=orders&view=mail', 'orders'],
  ['?user=7', 'users'],
  ['?order=7', 'orders'],
  ['?view=nowhere', 'overview'],
  ['', 'overview'],
])('%s leads to %s', (query, id) => {
  expect(readSection(query)).toBe(id)
})

test.each([
  ['?view=mail&mail-state=failed&mail-q=a%20b', '?view=mail&state=failed&q=a%20b'],
  ['?webhook-orderId=7&view=events', '?orderId=7&view=events'],
  ['?view=audit&q=mail-x', '?view=audit&q=mail-x'],
  ['?tab=staff&assignment-q=INV-7', '?tab=staff&assignment-q=INV-7'],
  ['?tab=orders&paymentStatus=part_paid', '?tab=orders&paymentStatus=instalment_paid'],
  ['?attention=overduePart&tab=orders', '?attention=overdueInstalment&tab=orders'],
  ['?view=webhooks&event=order.part_paid', '?view=webhooks&event=order.instalment_paid'],
])('the filters of %s are read as %s', (query, renamed) => {
  expect(renameFilters(query)).toBe(renamed)
})

test('what waits in sections is counted together', () => {
  const operations = { moneyToLookAt: 2, openDisputes: 3, failedJobs: 5 } as Operations
  expect(countWaiting(operations, ['money', 'disputes', 'keys'])).toBe(5)
  expect(countWaiting(operations, ['reviews'])).toBe(0)
  expect(countWaiting(undefined, ['money'])).toBe(0)
})

test('only what has failed counts as a failure, in the section that lists it', () => {
  const operations = { moneyToLookAt: 2, waitingReviews: 3, failedJobs: 5, unresolvedMails: 0 } as Operations
  expect(hasFailures(operations, ['events', 'jobs', 'mail', 'audit'])).toBe(true)
  expect(hasFailures(operations, ['mail'])).toBe(false)
  expect(hasFailures(operations, ['money', 'reviews'])).toBe(false)
  expect(hasFailures(undefined, ['jobs'])).toBe(false)
})
