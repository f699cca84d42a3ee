/** Rights that end while a call is arriving or running (docs/decisions/067-rights-when-a-call-acts.md). */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Route } from '#api/platform/plugins/route-table.ts'
import { bodyOf, expectedOf, pathOf } from './example-calls.ts'
import { holdBody } from './held-call.ts'
import { hashCheaply } from './passwords.ts'
import { openSession } from './sessions.ts'
import { openTestApp } from './test-app.ts'
import { countAwaitedLocks, waitUntil } from './wait-until.ts'
import { buildWorld, type World } from './world.ts'
import { lastWrite, noteWrites, writtenSince } from './writes.ts'

const shop = openTestApp({ hasProcessRole: true, seed: noteWrites })

const PASSWORD = 'a-fine-secret'
/** The calls that take a file and store it before doing anything else. */
const UPLOADS = ['uploadPicture', 'checkImport']
const findUploads = () => readdir(join(shop.env.dataDir, 'uploads')).catch(() => [])

/** Bodies with which a call reaches the point of its change. */
const RIGHT_BODIES: Readonly<Record<string, unknown>> = {
  eraseOwnAccount: { currentPassword: PASSWORD },
  changePassword: { currentPassword: PASSWORD, newPassword: 'brand-new-secret' },
}

interface Attempt {
  userId: number
  /** Sends the headers. @returns a function that sends the body */
  begin(): Promise<() => Promise<{ statusCode: number; body: string }>>
}

async function prepare(route: Route, world: World): Promise<Attempt> {
  const role = route.access === 'admin' || route.access === 'staff' ? route.access : 'customer'
  const userId = world.users[role].id
  const browser = await openSession(shop, userId, { provedAt: 'now()' })
  const isUpload = UPLOADS.includes(route.operationId)
  const sent = RIGHT_BODIES[route.operationId] ?? bodyOf(route, world, role) ?? {}
  const body = Buffer.from(isUpload ? 'a file' : JSON.stringify(sent))
  const begin = async () => {
    const headers = {
      origin: shop.env.publicOrigin,
      'content-type': isUpload ? 'application/octet-stream' : 'application/json',
    }
    const url = `${shop.url}${pathOf(route, world)}`
    const finish = await holdBody(url, route.method, headers, browser.cookies)
    if (isUpload) await waitUntil(async () => (await findUploads()).length > 0)
    return () => finish(body)
  }
  return { userId, begin }
}

const listChanging = () =>
  shop.app.routeTable.filter(({ method, access }) => method !== 'GET' && access !== 'public')

test('a call whose body was held back acts with no right that has ended meanwhile', async () => {
  const passwordHash = await hashCheaply(PASSWORD)
  let world = await buildWorld(shop.db, { passwordHash })
  for (const [index, route] of listChanging().entries()) {
    const call = `${route.method} ${route.url}`
    const { userId, begin } = await prepare(route, world)
    const finish = await begin()
    await shop.db('sessions').where({ userId }).update({ revokedAt: new Date() })
    const before = await lastWrite(shop.db)
    const { statusCode, body } = await finish()
    // Calls that anybody may make continue as a guest's.
    const expected = route.access === 'optional' ? expectedOf(route).visitor : 401
    expect.soft({ [call]: statusCode }, body).toEqual({ [call]: expected })
    if (expected === 401) expect.soft(await writtenSince(shop.db, before), call).toEqual([])
    // A call that was not refused has changed the world, so it is built again.
    else world = await buildWorld(shop.db, { tag: `-${index}`, passwordHash })
  }
  expect(await findUploads()).toEqual([])
})

/** Calls that do not ask every caller for a proof, but must not act on a revoked right either. */
const ALSO_HELD = `
  updateProfile confirmEmail createPackage updatePackage uploadPicture sendMessage editMessage
  withdrawMessage readMessages confirmIncomingMail discardIncomingMail markNoReply goOn
  createSavedReply updateSavedReply deleteSavedReply changeAssignmentStatus undoAssignmentStatus
  deliverOrder undoDelivery acceptDelivery payNextInstalment requestRework decideRequest
  addCredentials takeBackCredentials revealCredentials setPromisedDate remindCustomer
  moveInstalmentDue writeOffInstalment recordBankTransfer recordOrderTransfer cancelOrder
  requestRefund answerRefundDecision postponeRefundDecision changeOrderStatus resendWebhookMessage
  revokeKey writeReview withdrawReview decideReview replyToReview`.split(/\s+/)
/** Calls that ask for a proof and change nothing yet. */
const NOT_HELD = ['startPasskey']

test('a change of factors, passwords, addresses, rights, prices or money waits for a revocation that is under way', async () => {
  const passwordHash = await hashCheaply(PASSWORD)
  const world = await buildWorld(shop.db, { tag: '-00', passwordHash })
  const held = listChanging().filter(
    ({ operationId, proof }) => (proof || ALSO_HELD.includes(operationId)) && !NOT_HELD.includes(operationId),
  )
  expect(held.length).toBeGreaterThan(30)
  for (const route of held) {
    const call = `${route.method} ${route.url}`
    const { userId, begin } = await prepare(route, world)
    const revocation = await shop.db.transaction()
    await revocation('sessions').where({ userId }).update({ revokedAt: new Date() })
    const responded = (await begin())()
    let early: unknown
    responded.then(
      (response) => (early = response),
      (error) => (early = error),
    )
    await waitUntil(async () => early !== undefined || (await countAwaitedLocks(shop.db)) > 0)
    expect.soft(early, `${call} acts without holding its right`).toBeUndefined()
    await revocation.commit()
    const before = await lastWrite(shop.db)
    const { statusCode, body } = await responded
    expect.soft({ [call]: statusCode }, body).toEqual({ [call]: 401 })
    expect.soft(await writtenSince(shop.db, before), call).toEqual([])
  }
})
