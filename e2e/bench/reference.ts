/**
 * The reference of all figures: a bare Fastify route with a plain SELECT of twelve rows, and a plain transaction of
 * three statements. It has no schema, plugin or log, and a pool of ten connections, as the shop has.
 */
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()

/** 5.7 kB of JSON on the demo's catalogue. */
const PACKAGES = `SELECT id, slug, name, description, price_cents, category, image_url, delivery_days, features
  FROM packages WHERE is_active ORDER BY id LIMIT 12`
app.get('/rows', async () => (await pool.query(PACKAGES)).rows)

await pool.query(`
  CREATE TABLE IF NOT EXISTS reference_orders (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    amount_cents integer NOT NULL, payment_status text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS reference_events (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id integer NOT NULL REFERENCES reference_orders (id), kind text NOT NULL)`)

app.get('/transaction', async () => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const made = await client.query(
      `INSERT INTO reference_orders (amount_cents, payment_status) VALUES ($1, 'unpaid') RETURNING id`,
      [129_900],
    )
    const { id } = made.rows[0] as { id: number }
    await client.query(`INSERT INTO reference_events (order_id, kind) VALUES ($1, 'placed')`, [id])
    await client.query(`UPDATE reference_orders SET payment_status = 'paid' WHERE id = $1`, [id])
    await client.query('COMMIT')
    return { id }
  } finally {
    client.release()
  }
})

process.once('SIGTERM', () => void app.close().then(() => pool.end()))
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
