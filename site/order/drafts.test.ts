import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { setUser, signOut } from '#site/kit/stores/session.ts'
import { readStored, store } from '#site/kit/stores/stored.ts'
import { createUuid, readDrafts, saveDraft } from './drafts.ts'

test('a draft is of one person and one order, and a note has its own', () => {
  saveDraft(1, '12', { text: 'A message' })
  saveDraft(1, '12-note', { text: 'A note' })
  expect(readDrafts(1)).toEqual({ '12': { text: 'A message' }, '12-note': { text: 'A note' } })
  expect(readDrafts(2)).toEqual({})
  saveDraft(1, '12', undefined)
  expect(readDrafts(1)).toEqual({ '12-note': { text: 'A note' } })
  // Another user in the same tab.
  saveDraft(2, '13', { text: 'Another' })
  expect(readDrafts(1)).toEqual({})
})

test('signing out removes all drafts and the session’s cookies, and a session that has ended does not', async () => {
  const dialogs = ['answers-7@12', 'coupon-new@12', 'profile@']
  const kept = ['exitIntentShown', 'open-order', 'carried-coupon']
  const settings = ['currency', 'ad-consent', 'order-filters-12']
  saveDraft(1, '12', { text: 'A message' })
  for (const key of [...dialogs, ...kept]) store(key, 'something')
  for (const key of settings) store(key, 'something', 'browser')
  $buyerDraft.setKey('firstName', 'Grace')
  setUser(null)
  expect(readDrafts(1)).toEqual({ '12': { text: 'A message' } })
  expect(dialogs.map((key) => readStored(key))).not.toContain(undefined)
  expect(readStored('buyer-draft')).toMatchObject({ firstName: 'Grace' })

  const written: string[] = []
  vi.stubGlobal('document', {
    get cookie() {
      return 'signed_in=1; session_name=0123456789abcdef; device=d'
    },
    set cookie(text: string) {
      written.push(text)
    },
  })
  // The call fails here, which makes no difference.
  await signOut().catch(() => {})
  vi.unstubAllGlobals()
  expect(written).toEqual(['signed_in=; path=/; max-age=0', 'session_name=; path=/; max-age=0'])
  expect(readDrafts(1)).toEqual({})
  for (const key of [...dialogs, 'message-drafts']) expect(readStored(key), key).toBeUndefined()
  expect($buyerDraft.get().firstName).toBe('')
  expect(readStored('buyer-draft')).toMatchObject({ firstName: '' })
  for (const key of kept) expect(readStored(key), key).toBe('something')
  for (const key of settings) expect(readStored(key, 'browser'), key).toBe('something')
  for (const key of kept) store(key, undefined)
  // Leave nothing that would be retried later.
  for (const key of [...settings, 'session-ending']) store(key, undefined, 'browser')
})

test('a key is a UUID, each time another one', () => {
  const keys = Array.from({ length: 50 }, createUuid)
  for (const key of keys) expect(z.uuid().safeParse(key).success).toBe(true)
  expect(new Set(keys).size).toBe(50)
})
