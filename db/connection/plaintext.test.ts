import { expect, test } from 'vitest'
import { findOwnerUrl } from './postgres-client.ts'

const PLAIN = 'postgres://owner:hunter2@db.example/shop'

test.each(['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_URL'])(
  'a listener on the wire reads nothing of a migration, backup or restore: %s in the clear is refused',
  async (variable) => {
    const url = `${PLAIN}?sslmode=disable`
    await expect(findOwnerUrl({ [variable]: url })).rejects.toThrow(
      `${variable} is unprotected: use ?sslmode=verify-full or name database in ALLOW_PLAINTEXT`,
    )
    await expect(findOwnerUrl({ [variable]: url, ALLOW_PLAINTEXT: 'redis' })).rejects.not.toThrow('hunter2')
    expect(await findOwnerUrl({ [variable]: url, ALLOW_PLAINTEXT: 'redis, database' })).toBe(url)
    for (const fine of [`${PLAIN}?sslmode=verify-full`, 'postgres://owner@127.0.0.1:5432/shop']) {
      expect(await findOwnerUrl({ [variable]: fine })).toBe(fine)
    }
  },
)
