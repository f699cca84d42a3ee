/** The team's saved replies (docs/product/order.md, Conversation). */
import type { Knex } from 'knex'
import { SavedReplyBody, SavedReply as WireReply } from '#api/contract/orders/saved-replies.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, Forbidden, NotFound } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { HOUR_MS, type Limit, SUCCESS } from '#api/platform/http/limits.ts'
import { alphabeticalOrder } from '#api/platform/lists/list.ts'
import { type Actor, getActor, getUser } from '#api/platform/plugins/guards.ts'
import { SavedReply } from '#db/models/orders/saved-reply.ts'

/** Limited because the team's order page loads all of them. */
const MOST_REPLIES = 50
const LIMIT: Limit = { name: 'saved-reply', by: 'user', max: 120, windowMs: HOUR_MS, counts: [SUCCESS] }

export function savedReplyRoutes(app: App, { db }: Services): void {
  call(app, 'GET /saved-replies', {
    access: 'customer',
    tag: 'Conversations',
    operationId: 'listSavedReplies',
    summary: 'The team’s saved replies, by title: for staff and admins',
    description: 'The page fills in their placeholders.',
    refusals: { 403: 'A customer' },
    response: WireReply.array(),
    handler: async (request) => {
      const { isStaff, isAdmin } = getUser(request)
      if (!isStaff && !isAdmin) throw new Forbidden()
      return SavedReply.query(db).orderByRaw(alphabeticalOrder('title'))
    },
  })
}

export function savedReplyAdminRoutes(app: App, services: Services): void {
  const { db } = services
  const refusals = {
    409: `Another reply has this title (title_taken), or there are ${MOST_REPLIES} (too_many_replies)`,
  }

  call(app, 'POST /admin/saved-replies', {
    access: 'admin',
    operationId: 'createSavedReply',
    summary: 'Save a reply for the team',
    description: 'Placeholders that no page fills in are refused.',
    limits: [LIMIT],
    refusals,
    body: SavedReplyBody,
    status: 201,
    repeat: 'first_response',
    response: WireReply,
    handler: (request) =>
      createOnce(services, request, (own) => saveReply(own.db, request.body, getActor(request))),
  })

  call(app, 'PUT /admin/saved-replies/:id', {
    access: 'admin',
    operationId: 'updateSavedReply',
    summary: 'Change a saved reply',
    limits: [LIMIT],
    refusals,
    params: IdParams,
    body: SavedReplyBody,
    response: WireReply,
    handler: (request) => saveReply(db, request.body, getActor(request), request.params.id),
  })

  call(app, 'DELETE /admin/saved-replies/:id', {
    access: 'admin',
    operationId: 'deleteSavedReply',
    summary: 'Delete a saved reply',
    limits: [LIMIT],
    params: IdParams,
    handler: (request) => deleteReply(db, request.params.id, getActor(request)),
  })
}

/** @param id undefined: creates one @throws NotFound; Conflict title_taken, too_many_replies */
async function saveReply(db: Knex, body: SavedReplyBody, admin: Actor, id?: number): Promise<SavedReply> {
  return db.transaction(async (trx) => {
    const all = await lockReplies(trx, admin)
    const before = all.find((one) => one.id === id)
    if (id !== undefined && !before) throw new NotFound('Saved reply')
    if (all.some((one) => one !== before && one.title.toLowerCase() === body.title.toLowerCase())) {
      const message = 'A reply with this title already exists'
      throw new Conflict('title_taken', message, { issues: [{ path: 'title', message }] })
    }
    if (!before && all.length >= MOST_REPLIES)
      throw new Conflict('too_many_replies', `At most ${MOST_REPLIES} replies can be saved`)
    const after = before
      ? await SavedReply.query(trx).patchAndFetchById(before.id, body)
      : await SavedReply.query(trx).insert(body).returning('*')
    await recordEdit(trx, about(after, admin), before && toShown(before), toShown(after))
    return after
  })
}

/** @throws NotFound */
async function deleteReply(db: Knex, id: number, admin: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    const reply = (await lockReplies(trx, admin)).find((one) => one.id === id)
    if (!reply) throw new NotFound('Saved reply')
    await reply.$query(trx).delete()
    await recordEdit(trx, about(reply, admin), toShown(reply), undefined)
  })
}

/** Serialises changes, so that two at once neither use the same title nor exceed the limit. */
async function lockReplies(trx: Knex.Transaction, admin: Actor): Promise<SavedReply[]> {
  await admin.holdRight(trx)
  await trx.raw('LOCK TABLE saved_replies IN SHARE ROW EXCLUSIVE MODE')
  return SavedReply.query(trx)
}

const about = ({ id, title }: SavedReply, { id: actorId }: Actor) =>
  ({ actorId, subject: 'saved_reply', subjectId: id, label: title }) as const
const toShown = ({ title, text }: SavedReply) => ({ title, text })
