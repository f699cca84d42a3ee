import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { setUser, signOut } from '../stores/session.ts'
import { createUuid, readDrafts, saveDraft } from './drafts.ts'

test('a draft is of one person and one order, and a note has its own', () => {
  saveDraft(1, '12', { text: 'A message' })
  saveDraft(1, '12-note', { text: 'A note' })
  expect(readDrafts(1)).toEqual({ '12': { text: 'A message' }, '12-note': { text: 'A note' } })
  expect(readDrafts(2)).toEqual({})
  saveDraft(1, '12', undefined)
  expect(readDrafts(1)).toEqual({ '12-note': { text: 'A note' } })
  // Somebody else in the same tab.
  saveDraft(2, '13', { text: 'Another' })
  expect(readDrafts(1)).toEqual({})
})

test('signing out removes the drafts, and a session that has ended does not', async () => {
  saveDraft(1, '12', { text: 'A message' })
  setUser(null)
  expect(readDrafts(1)).toEqual({ '12': { text: 'A message' } })
  vi.stubGlobal('document', { cookie: '' })
  // The call fails here, which makes no difference.
  await signOut().catch(() => {})
  vi.unstubAllGlobals()
  expect(readDrafts(1)).toEqual({})
})

test('a key is a UUID, each time another one', () => {
  const keys = Array.from({ length: 50 }, createUuid)
  for (const key of keys) expect(z.uuid().safeParse(key).success).toBe(true)
  expect(new Set(keys).size).toBe(50)
})
