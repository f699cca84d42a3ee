import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTestApp } from '#api/testing/test-app.ts'
import { insertPackage } from '#db/testing/builders.ts'

const shop = openTestApp()

test('a response that is sent while the process stops closes its connection', async () => {
  const { id } = await insertPackage(shop.db)
  const { port } = shop.app.server.address() as AddressInfo
  const holder = await shop.db.transaction()
  await holder.raw('LOCK TABLE packages, package_questions IN ACCESS EXCLUSIVE MODE')
  // Responses of the catalogue are sent without Fastify's hooks.
  const paths = ['/api/packages', `/api/packages/${id}`, `/api/packages/${id}/questions`]
  const responses = paths.map((path) => fetch(`http://127.0.0.1:${port}${path}`))
  const isWaiting = async () =>
    (await shop.app.inject('/api/metrics')).body.includes(`http_requests_running ${paths.length + 1}\n`)
  while (!(await isWaiting())) await sleep(10)
  const closed = shop.app.close()
  while (!shop.app.isClosing) await sleep(10)
  await holder.rollback()
  for (const response of await Promise.all(responses)) {
    expect
      .soft([response.url, response.status, response.headers.get('connection')])
      .toEqual([response.url, 200, 'close'])
  }
  await closed
})
