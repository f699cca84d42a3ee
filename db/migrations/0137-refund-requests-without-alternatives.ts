import type { Knex } from 'knex'
import { keepRows } from '#db/connection/keep-rows.ts'

const ALTERNATIVE = "q.offer ->> 'kind' <> 'refund'"

/** ISO 4217: the decimals of an amount of a credit. */
const DECIMALS = `CASE
  WHEN q.currency IN ('BIF','CLP','DJF','GNF','ISK','JPY','KMF','KRW','PYG','RWF','UGX','VND','VUV','XAF','XOF','XPF') THEN 0
  WHEN q.currency IN ('BHD','IQD','JOD','KWD','LYD','OMR','TND') THEN 3 ELSE 2 END`

/** What was offered or agreed in place of money, in words. */
const IN_WORDS = `CASE WHEN q.state = 'taken' THEN 'Agreed' ELSE 'Offered' END || ' in place of a refund: ' ||
  CASE q.offer ->> 'kind'
    WHEN 'round' THEN 'another round of changes, free of charge'
    WHEN 'package' THEN 'a different package'
    WHEN 'team' THEN 'another team for the rest of the work'
    WHEN 'pause' THEN 'a pause of ' || (q.offer ->> 'days') || ' days, with delivery by '
      || to_char((q.offer ->> 'promisedBy')::date, 'FMDD Mon YYYY')
    WHEN 'credit' THEN 'a credit for a later order, worth ' || q.currency || ' '
      || round((q.offer ->> 'amountCents')::numeric / power(10::numeric, ${DECIMALS}), ${DECIMALS})
      || coalesce(', code ' || (SELECT code FROM coupons WHERE id = q.coupon_id), '')
  END || '.'`

/**
 * Something else than money is agreed in the conversation of an order, no longer by its request for a refund. What was
 * offered and not answered is open again for the team; what was agreed is closed, and its customer may ask anew. The words
 * of both join those of the decision, what would have helped instead joins the reason, and the rows of before are kept.
 */
export async function up(knex: Knex): Promise<void> {
  await keepRows(
    knex,
    'refund-requests-with-alternatives',
    `SELECT q.*, (SELECT code FROM coupons WHERE id = q.coupon_id) AS coupon_code FROM refund_requests q
     WHERE ${ALTERNATIVE} OR q.wish <> '' OR q.coupon_id IS NOT NULL ORDER BY q.id`,
  )
  await knex.raw(`
    UPDATE refund_requests SET reason = reason || E'\\n\\nWould help instead: ' || wish WHERE wish <> '';
    -- Without a reason its texts were removed, by time or with its customer, and stay so.
    UPDATE refund_requests q SET answer = concat_ws(E'\\n\\n', nullif(q.answer, ''), ${IN_WORDS})
    WHERE ${ALTERNATIVE} AND q.reason <> '';
    -- A review whose date has passed gets a week, which is less than the policy's 7 business days.
    UPDATE refund_requests q SET state = 'open', version = version + 1,
      due_at = CASE WHEN due_at > now() THEN due_at ELSE now() + interval '7 days' END,
      due_reason = CASE WHEN due_at > now() THEN due_reason ELSE '' END
    WHERE ${ALTERNATIVE} AND state = 'offered';
    UPDATE refund_requests SET state = 'withdrawn', version = version + 1 WHERE state = 'taken';
    UPDATE refund_requests q SET offer = CASE WHEN ${ALTERNATIVE} THEN NULL ELSE offer - 'kind' END WHERE offer IS NOT NULL;

    ALTER TABLE refund_requests DROP COLUMN wish, DROP COLUMN coupon_id,
      DROP CONSTRAINT refund_requests_state_check, DROP CONSTRAINT refund_requests_check1,
      ADD CONSTRAINT refund_requests_state_check
        CHECK (state IN ('open', 'offered', 'declined', 'refunded', 'withdrawn', 'cancelled')),
      -- Nothing is offered or refused that nobody has decided.
      ADD CONSTRAINT refund_requests_decided_check
        CHECK (state NOT IN ('offered', 'declined') OR decided_at IS NOT NULL);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
