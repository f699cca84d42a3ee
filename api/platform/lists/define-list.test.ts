import { expect, test } from 'vitest'
import * as z from 'zod'
import { listParameters } from '#api/contract/platform/lists.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { User } from '#db/models/people/user.ts'
import { insertUser } from '#db/testing/builders.ts'
import { defineList } from './define-list.ts'

const shop = openTestApp()

const Query = z.object(listParameters(['email', 'createdAt'], 'email'))
const Row = z.object({ email: z.string() })
const SHARED = {
  query: Query,
  row: Row,
  select: (db: typeof shop.db) => User.query(db),
  toRow: ({ email }: User) => ({ email }),
}
const SORTS = { email: ['lower(users.email)'], createdAt: ['users.created_at', 'users.id'] }

test('a sort without SQL, SQL without a sort, and a row of another shape do not compile', () => {
  // @ts-expect-error createdAt is missing
  defineList({ ...SHARED, sorts: { email: SORTS.email } })
  // @ts-expect-error nobody sorts by the company
  defineList({ ...SHARED, sorts: { ...SORTS, company: ['users.company'] } })
  // @ts-expect-error an e-mail is a text
  defineList({ ...SHARED, sorts: SORTS, toRow: ({ id }: User) => ({ email: id }) })
  // @ts-expect-error the schema has no such filter
  defineList({ ...SHARED, sorts: SORTS, filter: (query, { role }) => query.where({ role }) })
  expect(defineList({ ...SHARED, sorts: SORTS }).sorts).toBe(SORTS)
})

test('a search that asks the database first narrows down page and file alike', async () => {
  for (const email of ['b@example.com', 'a@example.com', 'c@example.org'])
    await insertUser(shop.db, { email })
  const users = defineList({
    ...SHARED,
    sorts: SORTS,
    search: async (query, q) => {
      const found = await User.query(query.knex()).where('email', 'like', `%${q}`).select('id')
      query.whereIn(
        'id',
        found.map(({ id }) => id),
      )
    },
  })
  const asked = Query.parse({ q: 'example.com' })
  const rows = [{ email: 'a@example.com' }, { email: 'b@example.com' }]
  expect(await users.page(shop.db, asked)).toEqual({ rows, total: 2 })
  expect(await Array.fromAsync(users.stream(shop.db, asked))).toEqual([rows])
})
