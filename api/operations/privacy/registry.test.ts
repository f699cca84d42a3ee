/** 'My data' and retention match the registry of personal data (db/personal-data/registry.ts). */
import { expect, test } from 'vitest'
import { PersonalData } from '#api/contract/operations/personal-data.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { PERSONAL_DATA } from '#db/personal-data/registry.ts'
import { insertOffer, insertUser } from '#db/testing/builders.ts'
import { collectPersonalData } from './personal-data.ts'
import { REMOVED_ELSEWHERE } from './retention.ts'
import { RETENTION } from './retention-rules.ts'

const shop = openTestApp()

const isExported = ({ exported }: { exported: string }) => !exported.startsWith('no: ')

test('every key of my data is that of a table', () => {
  const { exportedAt: _, ...keys } = PersonalData.shape
  const known = PERSONAL_DATA.filter(isExported).map(({ exported }) => exported)
  expect([...new Set(known)].toSorted()).toEqual(Object.keys(keys).toSorted())
})

test('my data reads every table that is said to be in it', async () => {
  const { id: userId } = await insertUser(shop.db, {
    email: 'grace@example.com',
    emailVerifiedAt: new Date(),
  })
  await insertOffer(shop.db, { email: 'grace@example.com' })
  const statements: string[] = []
  const note = ({ sql }: { sql: string }) => statements.push(sql)
  shop.db.on('query', note)
  await collectPersonalData(shop.db, userId)
  shop.db.removeListener('query', note)
  const unread = PERSONAL_DATA.filter(isExported).filter(
    ({ table }) => !statements.some((sql) => new RegExp(`(from|join) "?${table}\\b`, 'i').test(sql)),
  )
  expect(unread.map(({ table }) => table)).toEqual([])
})

/** @returns the tables from which the SQL deletes, or in which it changes a text column */
function listRemoved(sql: string): string[] {
  const deleted = [...sql.matchAll(/DELETE FROM (\w+)/g)].map(([, table = '']) => table)
  const changed = [...sql.matchAll(/UPDATE (\w+)\s+SET ([^;]*?)(?=\s(?:FROM|WHERE)\s)/g)].flatMap(
    ([, table = '', set = '']) => {
      const columns = Object.values(PERSONAL_DATA.find((row) => row.table === table)?.erased ?? {})
      const isPersonal = columns.some((names) =>
        names.split(/\s+/).some((name) => set.includes(`${name} = `)),
      )
      return isPersonal ? [table] : []
    },
  )
  return [...deleted, ...changed]
}

test.each(RETENTION)('the tables of the rule $what name it', ({ what, sql }) => {
  const naming = PERSONAL_DATA.filter(({ kept }) => kept.includes(what)).map(({ table }) => table)
  expect(naming.toSorted()).toEqual([...new Set(listRemoved(sql))].toSorted())
})

test('every table says by which rule it goes, or why it stays', () => {
  const rules = [...RETENTION, ...REMOVED_ELSEWHERE].map(({ what }) => what)
  for (const { table, kept } of PERSONAL_DATA) {
    expect(kept, table).not.toEqual([])
    for (const rule of kept.filter((name) => !/^stays: ./.test(name))) expect(rules, table).toContain(rule)
  }
})
