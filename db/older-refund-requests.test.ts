/** Migration 0137 converts older refund requests. */
import { describe, expect, test } from 'vitest'
import { db, openBefore, readKept } from './testing/older-database.ts'

describe('requests for refunds of before alternatives were agreed in the conversation', () => {
  openBefore('0137')

  test('are open again where nobody has answered, closed where it was agreed, and lose no word', async () => {
    await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('Sam', 'Ortiz', 'sam@shop.example', 'none');
    INSERT INTO packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days)
      SELECT 'site', 'Site', 'A site.', 'A site.', 100, name, '/a.svg', 5 FROM categories LIMIT 1;
    INSERT INTO orders (package_id, package_name, delivery_days, user_id, buyer, original_cents, amount_cents, currency, usd_inr_rate, receipt)
      SELECT 1, 'Site', 5, 1, '{"email": "a@b.example"}', 100, 100, CASE WHEN n = 4 THEN 'JPY' ELSE 'USD' END, 84, 'r' || n
      FROM generate_series(1, 9) n;
    INSERT INTO coupons (code, discount_type, discount_hundredths, owner_id) VALUES ('CREDIT-1', 'fixed', 30000, 1);
    INSERT INTO refund_requests (order_id, author_id, reason, wish, asked_cents, state, due_at, due_reason, offer, answer, decided_by_id, decided_at, coupon_id, closed_at)
    VALUES
      (1, 1, 'Late', 'A pause', 9000, 'open', '2030-01-07Z', '', NULL, '', NULL, NULL, NULL, NULL),
      (2, 1, 'Late', '', 9000, 'offered', '2030-01-07Z', 'It is complex.', '{"kind": "pause", "days": 30, "promisedBy": "2030-03-04"}', 'How about this.', 1, now(), NULL, NULL),
      (3, 1, 'Late', '', 9000, 'taken', '2026-01-07Z', '', '{"kind": "credit", "amountCents": 30000}', 'For you.', 1, now(), 1, now()),
      (4, 1, 'Late', '', 9000, 'offered', '2026-01-07Z', 'It was complex.', '{"kind": "credit", "amountCents": 30000}', '', 1, now(), NULL, NULL),
      (5, 1, 'Late', '', 9000, 'open', '2030-01-07Z', '', '{"kind": "round"}', 'One more.', 1, now(), NULL, NULL),
      (6, 1, 'Late', '', 9000, 'offered', '2030-01-07Z', '', '{"kind": "refund", "amountCents": 50, "paidCents": 100, "earlierCents": 0, "stages": 2, "stagesDone": 1, "costsCents": 0}', 'Half.', 1, now(), NULL, NULL),
      (7, 1, '', '', 9000, 'taken', '2026-01-07Z', '', '{"kind": "team"}', '', 1, now(), NULL, now()),
      (8, 1, 'Late', '', 9000, 'declined', '2026-01-07Z', '', NULL, 'No.', 1, now(), NULL, now()),
      (9, 1, 'Late', '', 9000, 'withdrawn', '2026-01-07Z', '', '{"kind": "package"}', '', 1, now(), NULL, now());`)
    const before = await db('refund_requests').orderBy('id')
    await db.migrate.latest()
    const after = await db('refund_requests').orderBy('id')
    const shown = after.map(({ state, reason, offer, answer, version }) => [
      state,
      reason,
      offer,
      answer,
      version,
    ])
    const figures = {
      amountCents: 50,
      paidCents: 100,
      earlierCents: 0,
      stages: 2,
      stagesDone: 1,
      costsCents: 0,
    }
    expect(shown).toEqual([
      ['open', 'Late\n\nWould help instead: A pause', null, '', 1],
      [
        'open',
        'Late',
        null,
        'How about this.\n\nOffered in place of a refund: a pause of 30 days, with delivery by 4 Mar 2030.',
        2,
      ],
      [
        'withdrawn',
        'Late',
        null,
        'For you.\n\nAgreed in place of a refund: a credit for a later order, worth USD 300.00, code CREDIT-1.',
        2,
      ],
      ['open', 'Late', null, 'Offered in place of a refund: a credit for a later order, worth JPY 30000.', 2],
      [
        'open',
        'Late',
        null,
        'One more.\n\nOffered in place of a refund: another round of changes, free of charge.',
        1,
      ],
      ['offered', 'Late', figures, 'Half.', 1],
      // Its texts were removed.
      ['withdrawn', '', null, '', 2],
      ['declined', 'Late', null, 'No.', 1],
      ['withdrawn', 'Late', null, 'Offered in place of a refund: a different package.', 1],
    ])
    expect(after.map(({ closedAt }) => closedAt)).toEqual(before.map(({ closedAt }) => closedAt))
    // A future date stays; a past one is moved to a week from now.
    const dates = after.map(({ dueAt, dueReason }) => [dueAt, dueReason])
    const [, , , late] = dates
    expect(late).toEqual([expect.any(Date), ''])
    const days = (Number(late?.[0]) - Date.now()) / (24 * 3_600_000)
    expect([days > 6.9, days < 7.1]).toEqual([true, true])
    expect(dates.with(3, [])).toEqual(before.map((row) => [row.dueAt, row.dueReason]).with(3, []))
    expect(await db('coupons')).toMatchObject([{ code: 'CREDIT-1', ownerId: 1, status: 'active' }])

    const kept = await readKept('refund-requests-with-alternatives')
    expect(kept).toMatchObject([1, 2, 3, 4, 5, 7, 9].map((id) => ({ id })))
    expect(kept[0]).toMatchObject({ wish: 'A pause', state: 'open' })
    expect(kept[2]).toMatchObject({
      offer: { kind: 'credit', amountCents: 30_000 },
      coupon_code: 'CREDIT-1',
    })

    // The removed states are refused.
    await expect(db('refund_requests').where({ orderId: 8 }).update({ state: 'taken' })).rejects.toThrow(
      'refund_requests_state_check',
    )
    await expect(db('refund_requests').where({ orderId: 1 }).update({ state: 'declined' })).rejects.toThrow(
      'refund_requests_decided_check',
    )
  })
})
