import { spawnSync } from 'node:child_process'
import { beforeEach, expect, test } from 'vitest'
import { hashCheaply } from '#api/testing/passwords.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { User } from '#db/models/people/user.ts'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { insertUser } from '#db/testing/builders.ts'
import { listOpenDemoAccounts } from './demo-accounts.ts'

const shop = openTestApp()
const { customer, staff } = DEMO_ACCOUNTS

beforeEach(async () => {
  await insertUser(shop.db, { email: customer.email, passwordHash: await hashCheaply(customer.password) })
  // Somebody else has registered this address.
  await insertUser(shop.db, { email: staff.email, passwordHash: await hashCheaply('a-fine-secret') })
})

test('the demo’s accounts are found by the passwords that everybody knows', async () => {
  expect(await listOpenDemoAccounts(shop.db)).toEqual([customer.email])
  await User.query(shop.db).findOne({ email: customer.email }).patch({ disabledAt: new Date() })
  expect(await listOpenDemoAccounts(shop.db)).toEqual([])
})

test('a server that takes live payments refuses to start on the demo’s database', () => {
  const { status, stderr } = spawnSync(process.execPath, ['api/server.ts'], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '4999',
      PUBLIC_ORIGIN: 'https://shop.example',
      SESSION_SECRET: 'a'.repeat(32),
      TRUST_PROXY: 'loopback',
      DATABASE_URL: shop.dbUrl,
      REDIS_URL: 'redis://127.0.0.1:9',
      SMTP_URL: 'smtp://127.0.0.1:9',
      RAZORPAY_KEY_ID: 'rzp_live_key',
      RAZORPAY_KEY_SECRET: 'a-key-secret',
      RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret',
      USD_INR_RATE: '84.25',
      DATA_DIR: shop.env.dataDir,
    },
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining(`passwords of ${customer.email}`)])
})
