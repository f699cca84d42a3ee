/** Websites that may embed the purchase frame, with their views and sales (docs/product/shop.md, Selling on other websites). */
import type { Knex } from 'knex'
import { currencies } from '#api/content/content.ts'
import { EmbedOrigin as WireEmbedOrigin } from '#api/contract/sales/widget.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { Conflict, findOrThrow, InvalidInput } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { EMBED_DAYS } from '#api/rules/embed.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { PAID_CENTS } from '#db/models/orders/order.ts'
import { EmbedOrigin } from '#db/models/sales/embed-origin.ts'

/** Limited because one header of the frame lists all origins, and proxies accept headers of a few kilobytes only. */
export const MOST_ORIGINS = 50

/** SQL: views, orders and revenue of the last `:days` days, minus refunds. */
const FIGURES = `SELECT embed_origins.id, embed_origins.origin, embed_origins.created_at AS "createdAt",
    (SELECT coalesce(sum(views), 0)::integer FROM embed_views
      WHERE embed_views.origin = embed_origins.origin AND day > current_date - :days::integer) AS views,
    coalesce(sum(sold.orders), 0)::integer AS orders,
    coalesce(json_object_agg(sold.currency, sold.cents) FILTER (WHERE sold.currency IS NOT NULL), '{}') AS revenues
  FROM embed_origins LEFT JOIN LATERAL (
    SELECT orders.currency, count(*)::integer AS orders, sum(${PAID_CENTS} - (
        SELECT coalesce(sum(refunds.amount_cents), 0) FROM payments JOIN refunds ON refunds.payment_id = payments.id
        WHERE payments.order_id = orders.id AND payments.fulfils_order AND refunds.status IN (${listStatuses(REFUND_STATUS, 'isBack')})))
      AS cents
    FROM orders WHERE orders.embed_origin = embed_origins.origin
      AND orders.paid_at > now() - make_interval(days => :days::integer)
    GROUP BY orders.currency
  ) AS sold ON true
  GROUP BY embed_origins.id
  ORDER BY embed_origins.id`

/** Lists the origins that may embed the frame, including the shop's own, whose admin area shows it. */
export async function listOrigins({ db, env }: { db: Knex; env: Env }): Promise<string[]> {
  const listed = await EmbedOrigin.query(db).select('origin').orderBy('id')
  return [env.publicOrigin, ...listed.map(({ origin }) => origin)]
}

/** @returns undefined for an origin that is not listed: its orders count as the shop's own */
export async function findListedOrigin(db: Knex, origin: string | undefined): Promise<string | undefined> {
  if (origin === undefined) return undefined
  return (await EmbedOrigin.query(db).findOne({ origin }).select('origin'))?.origin
}

export async function listWithFigures(db: Knex): Promise<WireEmbedOrigin[]> {
  type Row = Omit<WireEmbedOrigin, 'createdAt' | 'revenue' | 'currency' | 'otherRevenue'> & {
    createdAt: Date
    /** Minor units by currency. */
    revenues: Record<string, number>
  }
  const { rows } = await db.raw<{ rows: Row[] }>(FIGURES, { days: EMBED_DAYS })
  return rows.map(({ revenues: { [currencies.default]: standard = 0, ...revenues }, ...row }) => {
    const others = Object.entries(revenues).map(([code, minor]) => toRevenue(minor, code))
    return toWire(WireEmbedOrigin, {
      ...row,
      ...toRevenue(standard, currencies.default),
      ...(others.length > 0 && { otherRevenue: others }),
    })
  })
}

const toRevenue = (minor: number, currency: string) => ({
  revenue: toDecimal(money(minor, currency)),
  currency,
})

/** @throws InvalidInput, Conflict too_many_origins */
export async function addOrigin(db: Knex, { origin, admin }: { origin: string; admin: Actor }) {
  return db.transaction(async (trx) => {
    await admin.holdRight(trx)
    // Serialises additions, so that two admins at once cannot exceed the limit.
    await trx.raw('LOCK TABLE embed_origins IN SHARE ROW EXCLUSIVE MODE')
    const listed = await EmbedOrigin.query(trx)
    if (listed.some((one) => one.origin === origin))
      throw new InvalidInput('origin', 'This website is already on the list')
    if (listed.length >= MOST_ORIGINS)
      throw new Conflict('too_many_origins', `At most ${MOST_ORIGINS} websites can be on the list`)
    const added = await EmbedOrigin.query(trx).insert({ origin }).returning('*')
    await recordEdit(trx, about(added, admin.id), undefined, { origin })
    return toWire(WireEmbedOrigin, {
      ...added,
      views: 0,
      orders: 0,
      ...toRevenue(0, currencies.default),
    })
  })
}

/** Removes an origin from the list. Its orders still name it. @throws NotFound */
export async function removeOrigin(db: Knex, { id, admin }: { id: number; admin: Actor }) {
  await db.transaction(async (trx) => {
    await admin.holdRight(trx)
    const origin = await findOrThrow(EmbedOrigin.query(trx).findById(id).forUpdate(), 'Website')
    await origin.$query(trx).delete()
    await recordEdit(trx, about(origin, admin.id), { origin: origin.origin }, undefined)
  })
}

/** Counts a view if the origin is listed. */
export async function countView(db: Knex, origin: string): Promise<void> {
  await db.raw(
    `INSERT INTO embed_views (origin, day, views)
     SELECT origin, current_date, 1 FROM embed_origins WHERE origin = ?
     ON CONFLICT (origin, day) DO UPDATE SET views = embed_views.views + 1`,
    [origin],
  )
}

const about = ({ id, origin }: EmbedOrigin, actorId: number) =>
  ({ actorId, subject: 'embed_origin', subjectId: id, label: origin }) as const
