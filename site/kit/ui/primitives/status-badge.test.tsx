import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { STATUSES } from '#api/rules/status-labels.ts'
import { StatusBadge } from './status-badge.tsx'

test('a status is shown by its one label in its one colour', () => {
  const badge = renderToStaticMarkup(<StatusBadge kind="order" status="processing" />)
  expect(STATUSES.order.processing).toEqual({ label: 'In Process', tone: 'accent' })
  expect(badge).toContain('In Process')
  expect(badge).toContain('bg-accent-soft')
})

test('a status that is not known here is shown as it is, in a neutral style', () => {
  const badge = renderToStaticMarkup(<StatusBadge kind="assignment" status={'paused' as 'assigned'} />)
  expect(badge).toContain('paused')
  expect(badge).toContain('text-ink-quiet')
})

test('what is under way is never shown as a failure, and nothing that failed as done', () => {
  const tones = Object.values(STATUSES).flatMap((statuses) => Object.entries(statuses))
  for (const [status, { tone }] of tones) {
    if (/processing|in_progress|start/.test(status)) expect(tone, status).toBe('accent')
    if (/failed|cancelled/.test(status)) expect(tone, status).toBe('negative')
    if (/completed|close$|^paid$/.test(status)) expect(tone, status).toBe('positive')
  }
})
