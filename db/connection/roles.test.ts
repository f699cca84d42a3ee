import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertInvoice, insertUser } from '#db/testing/builders.ts'
import { openTestDb } from '#db/testing/test-db.ts'
import { createDb } from './connection.ts'
import { grantProcessRole } from './roles.ts'

const testDb = openTestDb()
/** A connection with the processes' role: what an attacker inside a process could send. */
let attacker: Knex
beforeAll(async () => {
  // Rights on the database itself are not copied from the template.
  await grantProcessRole(testDb.db, testDb.processUrl)
  attacker = createDb(testDb.processUrl, { poolMax: 2 })
})
afterAll(() => attacker.destroy())

const DENIED = /permission denied|must be owner/

async function record(): Promise<void> {
  const { id } = await insertUser(testDb.db)
  await attacker('audit_log').insert({
    actorId: id,
    action: 'signed_in',
    subject: 'user',
    subjectId: id,
    changes: '[]',
  })
}

describe('a process that was taken over', () => {
  test.each([
    'TRUNCATE audit_log CASCADE',
    'TRUNCATE users CASCADE',
    'DELETE FROM audit_log',
    `UPDATE audit_log SET action = 'signed_out'`,
    'ALTER TABLE audit_log DISABLE TRIGGER ALL',
    'DROP TRIGGER audit_log_is_append_only ON audit_log',
    `SET session_replication_role = 'replica'`,
  ])('cannot rewrite the audit log by %s', async (statement) => {
    await record()
    await expect(attacker.raw(statement)).rejects.toThrow(DENIED)
    expect(await testDb.db('audit_log')).toHaveLength(1)
  })

  test.each([
    'TRUNCATE invoices',
    'DELETE FROM invoices',
    'UPDATE invoices SET number = 7',
    `UPDATE invoices SET sha256 = ''`,
    'ALTER TABLE invoices DISABLE TRIGGER ALL',
    'DROP TRIGGER invoices_never_change ON invoices',
  ])('cannot rewrite an invoice by %s', async (statement) => {
    await insertInvoice(testDb.db)
    await expect(attacker.raw(statement)).rejects.toThrow(DENIED)
    await expect(attacker('invoices').update({ document: 'forged' })).rejects.toThrow('append-only')
  })

  test.each([
    'CREATE TABLE mine (id integer)',
    'CREATE TABLE jobs.mine (id integer)',
    'CREATE TEMPORARY TABLE users (id integer)',
    'CREATE SCHEMA mine',
    'CREATE ROLE mine SUPERUSER',
    'ALTER TABLE orders DROP CONSTRAINT orders_amounts_add_up',
    'DROP TABLE payments',
    'TRUNCATE sessions',
    'DELETE FROM knex_migrations',
  ])('cannot change the schema by %s', async (statement) => {
    await expect(attacker.raw(statement)).rejects.toThrow(DENIED)
  })

  test('owns nothing, and is a member of no other role', async () => {
    const { rows } = await attacker.raw(
      `SELECT relname FROM pg_class WHERE relowner = current_user::regrole
       UNION ALL SELECT datname FROM pg_database WHERE datdba = current_user::regrole
       UNION ALL SELECT rolname FROM pg_roles WHERE rolname <> current_user AND pg_has_role(oid, 'MEMBER')`,
    )
    expect(rows).toEqual([])
  })
})

test('a process reads and writes a table that a later migration makes', async () => {
  await testDb.db.raw('CREATE TABLE later (id integer GENERATED ALWAYS AS IDENTITY, name text)')
  await attacker('later').insert({ name: 'One' })
  await attacker('later').update({ name: 'Two' })
  expect(await attacker('later')).toEqual([{ id: 1, name: 'Two' }])
  await testDb.db.raw('DROP TABLE later')
})

test('rights that somebody has added by hand are gone after the next migration', async () => {
  await testDb.db.raw('GRANT ALL ON ALL TABLES IN SCHEMA public TO shop_process')
  await grantProcessRole(testDb.db, testDb.processUrl)
  await expect(attacker.raw('DELETE FROM audit_log WHERE false')).rejects.toThrow(DENIED)
  await expect(attacker.raw('TRUNCATE sessions')).rejects.toThrow(DENIED)
})
