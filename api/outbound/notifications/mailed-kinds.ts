/** Which notifications an admin gets by mail: all kinds that they have not switched off (docs/product/back-office.md, Notifications). */
import type { Knex } from 'knex'
import { NOTIFICATION_KINDS, type NotificationKind } from '#api/contract/outbound/notifications.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { User } from '#db/models/people/user.ts'

/** SQL: whether a row of `users` gets notifications by mail. Computed, not stored, so that a former admin gets none. */
export const IS_MAILED =
  '(users.is_admin AND users.disabled_at IS NULL AND users.email_verified_at IS NOT NULL)'

/** @returns undefined for a user who is no longer an admin, or has switched this kind off */
export async function findMailed(db: Knex, id: number, kind: NotificationKind): Promise<User | undefined> {
  return await User.query(db).findById(id).whereRaw(`${IS_MAILED} AND ? <> ALL (unmailed_kinds)`, kind)
}

export async function listMailedKinds(db: Knex, adminId: number): Promise<NotificationKind[]> {
  return listOthers((await User.query(db).findById(adminId).throwIfNotFound()).unmailedKinds)
}

/** @returns the kinds that are now mailed */
export async function setMailedKinds(
  db: Knex,
  kinds: readonly NotificationKind[],
  by: Actor,
): Promise<NotificationKind[]> {
  await db.transaction(async (trx) => {
    await by.holdRight(trx)
    const before = await listMailedKinds(trx, by.id)
    await User.query(trx)
      .findById(by.id)
      .patch({ unmailedKinds: listOthers(kinds) })
    const about = { actorId: by.id, ipAddress: by.ipAddress, subject: 'recipient', subjectId: by.id } as const
    await recordEdit(
      trx,
      { ...about, label: 'Own notification emails' },
      { kinds: before },
      { kinds: [...kinds] },
    )
  })
  return listMailedKinds(db, by.id)
}

const listOthers = (kinds: readonly string[]): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => !kinds.includes(kind))
