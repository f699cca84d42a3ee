import { expect, test } from 'vitest'
import * as z from 'zod'
import { toWire } from './to-wire.ts'

const Person = z.object({ id: z.int(), name: z.string() })
const Shown = z.object({
  id: z.int(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  note: z.string().optional(),
  by: Person.nullable(),
  people: z.array(Person),
  payload: z.unknown(),
})

const secret = { passwordHash: 'argon2' }
const at = new Date('2026-11-20T09:30:00Z')
const ROW = {
  ...secret,
  id: 1,
  createdAt: at,
  endedAt: null,
  by: { ...secret, id: 2, name: 'Ada' },
  people: [{ ...secret, id: 3, name: 'Grace' }],
  payload: { kind: 'any' },
}

test('only fields of the schema are in the response, at any depth', () => {
  expect(Object.keys(toWire(Shown, ROW))).toEqual(['id', 'createdAt', 'endedAt', 'by', 'people', 'payload'])
  expect(JSON.stringify(toWire(Shown, ROW))).not.toContain('passwordHash')
})

test('dates become text, and absent fields stay absent', () => {
  expect(toWire(Shown, ROW)).toEqual({
    id: 1,
    createdAt: '2026-11-20T09:30:00.000Z',
    endedAt: null,
    by: { id: 2, name: 'Ada' },
    people: [{ id: 3, name: 'Grace' }],
    payload: { kind: 'any' },
  })
  expect(toWire(Shown, { ...ROW, by: null, endedAt: at })).toMatchObject({
    by: null,
    endedAt: '2026-11-20T09:30:00.000Z',
  })
})
