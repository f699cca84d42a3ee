/**
 * Figures of the overview. Counting takes long in a large shop, so a job counts and stores them every minute. Revenue is the money
 * captured for orders, minus refunds.
 */
import type { Knex } from 'knex'
import { calendar, currencies } from '#api/content/content.ts'
import type { Overview, Revenue, RevenuePeriod } from '#api/contract/operations/overview.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { PAYMENT_AT_PROVIDER } from '#api/rules/money/payment-at-provider.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import type { Order } from '#db/models/orders/order.ts'

/** Older figures mean that the job does not run; reading then counts them. */
const OLDEST_MINUTES = 2

interface StoredFigures {
  asOf: Date
  figures: OverviewFigures
}

export async function getOverview(db: Knex): Promise<Overview> {
  const stored = await db<StoredFigures>('overviewFigures')
    // Figures that an earlier release has stored lack the months.
    .whereRaw(`as_of > now() - interval '${OLDEST_MINUTES} minutes' AND figures -> 'monthly' IS NOT NULL`)
    .first('asOf', 'figures')
  const { asOf, figures } = stored ?? (await refreshOverview(db))
  return { asOf: asOf.toISOString(), ...figures }
}

/** @returns the stored figures of any age; undefined if there are none yet */
export async function findStoredFigures(db: Knex): Promise<StoredFigures | undefined> {
  return db<StoredFigures>('overviewFigures').first('asOf', 'figures')
}

export async function refreshOverview(db: Knex): Promise<StoredFigures> {
  return db.transaction(async (trx) => {
    const figures = await countFigures(trx)
    // now() is the start of the transaction, before counting.
    const [stored] = await trx<StoredFigures>('overviewFigures')
      .insert({ asOf: trx.fn.now(), figures } as never)
      .onConflict('isOnlyRow' as never)
      .merge()
      .returning(['asOf', 'figures'])
    if (!stored) throw new Error('The figures were not stored')
    return stored
  })
}

interface OrdersInState {
  status: Order['status']
  paymentStatus: Order['paymentStatus']
  orders: number
  currency: string
  /** Sum of the orders' prices, refunded ones included, in minor units. */
  cents: number
}

type OverviewFigures = Omit<Overview, 'asOf'> & {
  /** All orders by state and currency, for the metrics. */
  ordersByState: OrdersInState[]
}

/** How many steps of each unit the chart shows, including the current one. */
const STEPS = { day: 30, week: 12, month: 12 } as const
type Unit = keyof typeof STEPS

const inZone = (moment: string) => `${moment} AT TIME ZONE '${calendar.timeZone}'`

const steps = (unit: Unit) => `
  SELECT '${unit}' AS unit, sold.currency, to_char(step, 'YYYY-MM-DD') AS start, coalesce(sum(cents), 0) AS cents,
    coalesce(sum(payments), 0)::integer AS payments
  FROM generate_series(
    date_trunc('${unit}', ${inZone('now()')}) - interval '${STEPS[unit] - 1} ${unit}',
    date_trunc('${unit}', ${inZone('now()')}), interval '1 ${unit}') AS step
  CROSS JOIN sold
  LEFT JOIN daily ON daily.currency = sold.currency AND date_trunc('${unit}', daily.day) = step
  GROUP BY sold.currency, step`

/**
 * SQL: revenue and payments per step and in total. Refunds are subtracted on the day of their payment, so that the steps add up to
 * the total. Fully refunded payments do not count, because they are no longer 'captured'.
 */
const REVENUE = `WITH daily AS MATERIALIZED (
    SELECT date_trunc('day', ${inZone('captured_at')}) AS day, count(*) AS payments,
      currency, sum(amount_cents) - coalesce(sum(refunded_cents), 0) AS cents
    FROM payments
    LEFT JOIN (
      SELECT payment_id, sum(amount_cents) AS refunded_cents FROM refunds WHERE status IN (${listStatuses(REFUND_STATUS, 'isBack')}) GROUP BY payment_id
    ) AS refunded ON refunded.payment_id = payments.id
    WHERE fulfils_order AND status IN (${listStatuses(PAYMENT_AT_PROVIDER, 'isCaptured')})
    GROUP BY day, currency),
  sold AS (SELECT currency FROM daily UNION SELECT :standard::text)
  SELECT 'total' AS unit, currency, '' AS start, coalesce(sum(cents), 0) AS cents,
    coalesce(sum(payments), 0)::integer AS payments
  FROM sold LEFT JOIN daily USING (currency)
  GROUP BY currency
  UNION ALL ${(Object.keys(STEPS) as Unit[]).map(steps).join(' UNION ALL ')}
  ORDER BY currency, start`

const ORDERS = `WITH counted AS MATERIALIZED (
    SELECT package_id, status, payment_status, currency, count(*) AS orders, sum(amount_cents) AS cents FROM orders
    GROUP BY package_id, status, payment_status, currency),
  sold AS (SELECT * FROM counted WHERE payment_status NOT IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')}))
  SELECT 'status' AS kind, NULL AS id, status AS name, NULL AS "paymentStatus", NULL AS currency, sum(orders)::bigint AS orders, NULL::bigint AS cents
  FROM sold GROUP BY status
  UNION ALL
  SELECT 'package', packages.id, packages.name, NULL, NULL, sum(orders)::bigint, NULL
  FROM sold JOIN packages ON packages.id = sold.package_id GROUP BY packages.id
  UNION ALL
  SELECT 'state', NULL, status, payment_status, currency, sum(orders)::bigint, sum(cents)::bigint
  FROM counted GROUP BY status, payment_status, currency
  ORDER BY orders DESC, name`

const OUTSTANDING = `SELECT order_instalments.currency, sum(order_instalments.amount_cents) AS cents
  FROM order_instalments JOIN orders ON orders.id = order_instalments.order_id
  WHERE state IN (${listStatuses(INSTALMENT_STATE, 'isOpen')})
    AND orders.payment_status IN (${listStatuses(PAYMENT_STATUS, 'isPartlyPaid')})
  GROUP BY order_instalments.currency`

/** SQL: how many of each kind are new in this and in the last month. */
const MONTHLY = `WITH made AS (
    SELECT 'customers' AS kind, ${inZone('created_at')} AS at FROM users WHERE NOT is_admin
    UNION ALL
    SELECT 'orders', ${inZone('created_at')} FROM orders
    WHERE payment_status NOT IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')})
    UNION ALL
    SELECT 'registrations', ${inZone('created_at')} FROM registrations),
  month AS (SELECT date_trunc('month', ${inZone('now()')}) AS start)
  SELECT kind, count(*) FILTER (WHERE at >= start) AS "thisMonth", count(*) FILTER (WHERE at < start) AS "lastMonth"
  FROM made, month WHERE at >= start - interval '1 month' GROUP BY kind`

const PEOPLE = `SELECT
  (SELECT count(*) FROM users WHERE NOT is_admin) AS customers,
  (SELECT count(*) FROM registrations) AS registrations`

type Months = Overview['monthly']['orders']
type Kind = keyof Overview['monthly']
const findMonths = (rows: readonly ({ kind: Kind } & Months)[], kind: Kind): Months => {
  const { thisMonth = 0, lastMonth = 0 } = rows.find((row) => row.kind === kind) ?? {}
  return { thisMonth, lastMonth }
}

type Step = { unit: Unit | 'total'; currency: string; cents: number } & Omit<RevenuePeriod, 'amount'>
type Counted =
  | { kind: 'status'; name: Overview['ordersByStatus'][number]['status']; orders: number }
  | { kind: 'package'; id: number; name: string; orders: number }
  | ({ kind: 'state'; name: OrdersInState['status'] } & Omit<OrdersInState, 'status'>)

function toRevenue(currency: string, steps: Step[], outstandingCents: number): Revenue {
  const decimal = (minor: number) => toDecimal(money(minor, currency))
  const seriesOf = (wanted: Step['unit']): RevenuePeriod[] =>
    steps
      .filter(({ unit }) => unit === wanted)
      .map(({ start, cents, payments }) => ({ start, amount: decimal(Number(cents)), payments }))
  return {
    totalRevenue: seriesOf('total')[0]?.amount ?? decimal(0),
    currency,
    outstanding: decimal(outstandingCents),
    revenue: { day: seriesOf('day'), week: seriesOf('week'), month: seriesOf('month') },
  }
}

/** Reads whole tables, which takes a few tenths of a second at 300,000 orders. */
export async function countFigures(trx: Knex.Transaction): Promise<OverviewFigures> {
  const read = async <Row>(sql: string, standard = '') =>
    (await trx.raw<{ rows: Row[] }>(sql, standard ? { standard } : {})).rows
  const steps = Map.groupBy(await read<Step>(REVENUE, currencies.default), ({ currency }) => currency)
  const orders = await read<Counted>(ORDERS)
  const [people] = await read<{ customers: number; registrations: number }>(PEOPLE)
  const outstanding = await read<{ currency: string; cents: number }>(OUTSTANDING)
  const monthly = await read<{ kind: Kind } & Months>(MONTHLY)
  const { [currencies.default]: standard, ...others } = Object.fromEntries(
    [...steps].map(([currency, rows]) => {
      const cents = outstanding.find((sum) => sum.currency === currency)?.cents ?? 0
      return [currency, toRevenue(currency, rows, Number(cents))]
    }),
  )
  if (!standard) throw new Error('The revenue lacks the default currency')
  const ordersByStatus = orders.flatMap((row) =>
    row.kind === 'status' ? [{ status: row.name, orders: row.orders }] : [],
  )
  const ordersByState = orders.flatMap((row) => {
    if (row.kind !== 'state') return []
    const { kind: _, name: status, ...counted } = row
    return [{ status, ...counted }]
  })
  return {
    ...standard,
    ...(steps.size > 1 && { otherRevenue: Object.values(others) }),
    totalCustomers: people?.customers ?? 0,
    totalOrders: ordersByStatus.reduce((sum, { orders }) => sum + orders, 0),
    totalRegistrations: people?.registrations ?? 0,
    monthly: {
      customers: findMonths(monthly, 'customers'),
      orders: findMonths(monthly, 'orders'),
      registrations: findMonths(monthly, 'registrations'),
    },
    ordersByPackage: orders.flatMap((row) =>
      row.kind === 'package' ? [{ id: row.id, name: row.name, orders: row.orders }] : [],
    ),
    ordersByStatus,
    ordersByState,
  }
}
