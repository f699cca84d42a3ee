import type { Knex } from 'knex'

/**
 * An order keeps the date that it is promised for. Orders paid before this have none: theirs is computed when it is read
 * (api/orders/order/delivery.ts), because the company's calendar is not in the database.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE orders ADD COLUMN promised_at timestamptz;
    -- When the last required answer came in after the payment: the delivery time begins anew then.
    ALTER TABLE orders ADD COLUMN answers_in_at timestamptz;

    UPDATE orders SET answers_in_at = answered.at
    FROM (
      SELECT paid.id, max(order_answers.created_at) AS at
      FROM orders paid
      JOIN package_questions ON package_questions.package_id = paid.package_id
        AND package_questions.required AND package_questions.retired_at IS NULL
      LEFT JOIN order_answers ON order_answers.order_id = paid.id
        AND order_answers.question_id = package_questions.id AND btrim(order_answers.answer) <> ''
      WHERE paid.paid_at IS NOT NULL
      GROUP BY paid.id
      HAVING bool_and(order_answers.question_id IS NOT NULL)
    ) AS answered
    WHERE answered.id = orders.id AND answered.at > orders.paid_at;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
