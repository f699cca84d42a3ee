/** The books' check: also compares the provider's captures with the shop's data (docs/product/back-office.md, Books). */
import { readFile } from 'node:fs/promises'
import type { Knex } from 'knex'
import type { SandboxState } from '#api/demo/sandbox/state.ts'
import { findBookFaults } from '#api/testing/books.ts'
import type { Fleet } from '#e2e/support/fleet.ts'

interface SandboxFile extends Pick<SandboxState, 'pendingEvents'> {
  payments: {
    id: string
    order_id: string
    amount: number
    currency: string
    status: string
    amount_refunded: number
  }[]
}

export interface Verdict {
  /** One sentence per violation; empty: all is well. */
  violations: string[]
  counts: Record<string, number>
}

export async function readSandbox({ stateFile }: Pick<Fleet, 'stateFile'>): Promise<SandboxFile> {
  return JSON.parse(await readFile(stateFile, 'utf8')) as SandboxFile
}

export async function check(fleet: Pick<Fleet, 'db' | 'stateFile' | 'mails'>): Promise<Verdict> {
  const { db } = fleet
  const sandbox = await readSandbox(fleet)
  const violations = [
    ...(await checkMoney(db, sandbox)),
    ...(await checkSums(db, sandbox)),
    ...(await findBookFaults(db)),
    ...(await checkEnds(db)),
    ...(await checkInvoices(db)),
    ...(await checkMail(fleet)),
  ]

  const count = async (table: string, where: Record<string, unknown> = {}) =>
    Number((await db(table).where(where).count({ n: '*' }).first())?.n ?? 0)
  return {
    violations,
    counts: {
      orders: await count('orders'),
      'paid orders': await count('orders', { paymentStatus: 'paid' }),
      'partly paid orders': await count('orders', { paymentStatus: 'instalment_paid' }),
      'paid in instalments': await count('orders', { paymentStatus: 'paid', isInInstalments: true }),
      'paid in rupees': await count('orders', { paymentStatus: 'paid', currency: 'INR' }),
      'paid in yen': await count('orders', { paymentStatus: 'paid', currency: 'JPY' }),
      'given up': await count('orders', { paymentStatus: 'unpaid', status: 'cancelled' }),
      'captured at the provider': sandbox.payments.filter(isTaken).length,
      'failed attempts': sandbox.payments.filter(({ status }) => status === 'failed').length,
      refunds: await count('refunds'),
      invoices: await count('invoices', { kind: 'invoice' }),
      'credit notes': await count('invoices', { kind: 'credit_note' }),
      'provider events': await count('providerEvents'),
      'mails taken': fleet.mails.length,
      'mails taken twice': fleet.mails.length - new Set(fleet.mails.map(({ messageId }) => messageId)).size,
    },
  }
}

interface MoneyRow {
  providerPaymentId: string
  fulfilsOrder: boolean
  amountCents: number
  currency: string
  orderId: number
  paymentStatus: string
  /** The price of the instalment that the payment pays, or of an order that is not in instalments. */
  askedCents: number
  orderCurrency: string
}

async function checkMoney(db: Knex, { payments }: SandboxFile): Promise<string[]> {
  const rows = (await db('payments')
    .leftJoin('orders', 'orders.id', 'payments.orderId')
    .leftJoin('orderInstalments', 'orderInstalments.paymentId', 'payments.id')
    .whereNotNull('payments.providerPaymentId')
    .select(
      'payments.*',
      'orders.paymentStatus',
      db.raw(
        'coalesce(order_instalments.amount_cents, CASE WHEN NOT orders.is_in_instalments THEN orders.amount_cents END) AS asked_cents',
      ),
      'orders.currency as orderCurrency',
    )) as MoneyRow[]
  const violations: string[] = []
  for (const { id, order_id, amount, currency, status, amount_refunded: refunded } of payments) {
    const known = rows.filter(({ providerPaymentId }) => providerPaymentId === id)
    if (status === 'captured') {
      const isFulfilled = known.some(
        (row) =>
          row.fulfilsOrder &&
          (row.paymentStatus === 'paid' || row.paymentStatus === 'instalment_paid') &&
          row.amountCents === amount &&
          row.askedCents === amount &&
          row.currency === currency &&
          row.orderCurrency === currency,
      )
      if (!isFulfilled && refunded !== amount)
        violations.push(`captured ${id} has neither a paid order nor a refund`)
    }
    // If another payment has paid the order, the bank releases the authorised money.
    const isPaid = payments.some((other) => other.order_id === order_id && isTaken(other))
    if (status === 'authorized' && !isPaid)
      violations.push(`authorised ${id} was neither captured nor let go`)
    if (known.length > 1) violations.push(`${id} is stored ${known.length} times`)
  }
  const captured = new Set(payments.filter(isTaken).map(({ id }) => id))
  for (const { orderId, providerPaymentId, fulfilsOrder } of rows) {
    if (fulfilsOrder && !captured.has(providerPaymentId)) {
      violations.push(`order ${orderId} is paid by ${providerPaymentId}, which the provider has not captured`)
    }
  }
  return violations
}

const isTaken = ({ status }: { status: string }) => status === 'captured' || status === 'refunded'

/** In each currency, the captured money less refunds must be the same at the provider and in the shop. */
async function checkSums(db: Knex, { payments }: SandboxFile): Promise<string[]> {
  const rows = (await db('payments')
    .whereIn('status', ['captured', 'refunded'])
    .whereNot({ provider: 'none' })
    .groupBy('currency')
    .select(
      'currency',
      db.raw(`sum(amount_cents - coalesce((SELECT sum(amount_cents) FROM refunds
       WHERE payment_id = payments.id AND status = 'processed'), 0))::int AS held`),
    )) as { currency: string; held: number }[]
  const held = new Map<string, number>()
  for (const { amount, currency, amount_refunded: refunded } of payments.filter(isTaken))
    held.set(currency, (held.get(currency) ?? 0) + amount - refunded)
  return [...new Set([...held.keys(), ...rows.map(({ currency }) => currency)])].flatMap((currency) => {
    const there = held.get(currency) ?? 0
    const here = rows.find((row) => row.currency === currency)?.held ?? 0
    return there === here ? [] : [`${currency}: the provider holds ${there}, the books say ${here}`]
  })
}

/** Every order is decided and was paid once, every account is there once, and every job is done. */
async function checkEnds(db: Knex): Promise<string[]> {
  return readFaults(
    db,
    `SELECT 'order ' || id || ' is still undecided' FROM orders
     WHERE payment_status = 'unpaid' AND status = 'pending'
     UNION ALL SELECT 'order ' || order_id || ' became paid ' || count(*) || ' times' FROM order_events
     WHERE kind = 'payment_status' AND to_value = 'paid' GROUP BY order_id HAVING count(*) > 1
     UNION ALL SELECT 'account ' || lower(email) || ' is there ' || count(*) || ' times' FROM users
     GROUP BY lower(email) HAVING count(*) > 1
     UNION ALL SELECT 'job ' || name || ' ' || id || ' is ' || state FROM jobs.job WHERE state <> 'completed' AND name NOT IN ('reconcile', 'retention')`,
  )
}

/**
 * Serials are in order. A paid order has one live invoice, or one for each instalment that is paid or due after the
 * work. A processed refund of a payment that fulfils its order has one credit note. An invoice is live until a credit note without
 * a refund takes it back.
 */
async function checkInvoices(db: Knex): Promise<string[]> {
  return readFaults(
    db,
    `SELECT 'serial ' || serial || ' was issued before the one before it' FROM (
       SELECT serial, issued_at < lag(issued_at) OVER (PARTITION BY kind, series ORDER BY number) AS is_early FROM invoices
     ) AS issued WHERE is_early
     UNION ALL SELECT 'order ' || o.id || ' is ' || o.payment_status || ' with ' || count(i.id) || ' live invoices'
     FROM orders o LEFT JOIN invoices i ON i.order_id = o.id AND i.kind = 'invoice'
       AND NOT EXISTS (SELECT FROM invoices n WHERE n.corrects_id = i.id AND n.refund_id IS NULL)
     GROUP BY o.id HAVING count(i.id) <> CASE WHEN o.payment_status = 'unpaid' THEN 0 WHEN o.is_in_instalments
       THEN (SELECT count(*) FROM order_instalments t WHERE t.order_id = o.id
         AND (t.state = 'paid' OR t.state = 'due' AND o.status = 'completed')) ELSE 1 END
     UNION ALL SELECT 'refund ' || r.id || ' is ' || r.status || ' with ' || count(i.id) || ' credit notes'
     FROM refunds r JOIN payments p ON p.id = r.payment_id LEFT JOIN invoices i ON i.refund_id = r.id
     GROUP BY r.id, p.fulfils_order
     HAVING count(i.id) <> CASE WHEN r.status = 'processed' AND p.fulfils_order THEN 1 ELSE 0 END`,
  )
}

/**
 * Each confirmation was sent at least once, with the outbox's Message-ID. Mails beyond a mailbox's daily limit are not expected
 * (docs/product/account.md, Mails), because in a long run some buyers come often.
 */
async function checkMail({ db, mails }: Pick<Fleet, 'db' | 'mails'>): Promise<string[]> {
  const taken = new Set(mails.map(({ messageId }) => messageId.slice(1).split('@')[0]))
  const paid = (await db('orders')
    .leftJoin('outbox', (on) =>
      on
        .on('outbox.kind', '=', db.raw(`'order_confirmation'`))
        .andOn(db.raw(`(outbox.payload ->> 'orderId')::int = orders.id`)),
    )
    .whereIn('paymentStatus', ['paid', 'instalment_paid'])
    .select('orders.id', 'outbox.messageId', 'outbox.lastError')) as {
    id: number
    messageId: string | null
    lastError: string | null
  }[]
  return paid
    .filter(({ lastError }) => !lastError?.includes('reached the daily limit'))
    .filter(({ messageId }) => messageId === null || !taken.has(messageId))
    .map(({ id }) => `paid order ${id} has no mail`)
}

async function readFaults(db: Knex, sql: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: Record<string, string>[] }>(sql)
  return rows.map((row) => Object.values(row)[0] ?? '')
}
