/** SQL of a row of `orders`: how many of the questions that its package asks today are answered, and how many required ones are not. */
export const ANSWER_COUNTS = `(SELECT jsonb_build_object(
    'asked', count(*),
    'answered', count(*) FILTER (WHERE is_answered),
    'requiredOpen', count(*) FILTER (WHERE required AND NOT is_answered))
  FROM (SELECT q.required, EXISTS (SELECT FROM order_answers a
      WHERE a.order_id = orders.id AND a.question_id = q.id AND btrim(a.answer) <> '') AS is_answered
    FROM package_questions q WHERE q.package_id = orders.package_id AND q.retired_at IS NULL) AS questions)`
