import { expect, test } from 'vitest'
import { type MoneyStatus, ORDER_STATUSES } from '../orders.ts'
import { findTurn, findWait, isTheirs, TURNS, type Turn, type TurnFacts } from './turn.ts'

const MONEY: MoneyStatus[] = ['unpaid', 'part_paid', 'paid', 'refunded']
const WORK = [null, 'delivered', 'change_asked', 'in_rework', 'warranty'] as const
const REFUND = [null, 'open', 'offered'] as const
const BOTH = [false, true]

const ALL: TurnFacts[] = ORDER_STATUSES.flatMap((status) =>
  MONEY.flatMap((paymentStatus) =>
    WORK.flatMap((workState) =>
      REFUND.flatMap((refundState) =>
        BOTH.flatMap((isBlocked) =>
          BOTH.map((awaitsAnswers) => ({
            status,
            paymentStatus,
            workState,
            refundState,
            isBlocked,
            awaitsAnswers,
          })),
        ),
      ),
    ),
  ),
)

/** `*`: whatever it is. Every combination has exactly one row. */
const TABLE = `
money order     refund  work         blocked answers | turn
no    *         *       *            *       *       | over
yes   cancelled *       *            *       *       | over
yes   kept      offered *            *       *       | answer_refund
yes   kept      open    *            *       *       | decide_refund
yes   completed none    warranty     *       *       | rework
yes   completed none    not-warranty *       *       | done
yes   open      none    delivered    *       *       | check
yes   open      none    with-team    yes     *       | reply
yes   open      none    change_asked no      *       | decide_change
yes   open      none    nothing      no      missing | answers
yes   open      none    repaired     no      missing | answers
yes   open      none    repaired     no      in      | rework
yes   open      none    nothing      no      in      | work
`
const rows = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [facts = '', turn = ''] = line.split(' | ')
    return { facts: facts.trim().split(/ +/), turn: turn as Turn }
  })

function describe({ status, paymentStatus, workState, refundState, isBlocked, awaitsAnswers }: TurnFacts) {
  const isOpen = status === 'pending' || status === 'processing'
  const isRepaired = workState === 'in_rework' || workState === 'warranty'
  return [
    [paymentStatus === 'paid' || paymentStatus === 'part_paid' ? 'yes' : 'no'],
    [isOpen ? 'open' : status, ...(status === 'cancelled' ? [] : ['kept'])],
    [refundState ?? 'none'],
    [
      workState ?? 'nothing',
      workState === 'warranty' ? 'warranty' : 'not-warranty',
      ...(isRepaired ? ['repaired'] : []),
      ...(workState === 'delivered' ? [] : ['with-team']),
    ],
    [isBlocked ? 'yes' : 'no'],
    [awaitsAnswers ? 'missing' : 'in'],
  ]
}

test('each of all combinations is the turn that the table says', () => {
  expect(ALL).toHaveLength(4 * 4 * 5 * 3 * 2 * 2)
  const seen = new Set<Turn>()
  for (const facts of ALL) {
    const names = describe(facts)
    const fitting = rows.filter((row) =>
      row.facts.every((wanted, index) => wanted === '*' || names[index]?.includes(wanted)),
    )
    expect(fitting, JSON.stringify(facts)).toHaveLength(1)
    expect(findTurn(facts), JSON.stringify(facts)).toBe(fitting[0]?.turn)
    seen.add(findTurn(facts))
  }
  expect([...seen].toSorted()).toEqual([...TURNS].toSorted())
})

test('the customer’s turns are those in which the team can do nothing but wait', () => {
  expect(TURNS.filter(isTheirs)).toEqual(['answer_refund', 'check', 'reply', 'answers'])
})

test('why the date stands still follows the same precedence', () => {
  const wait = (fields: Partial<Parameters<typeof findWait>[0]>) =>
    findWait({
      status: 'processing',
      paymentStatus: 'paid',
      workState: null,
      awaitsAnswers: false,
      openPause: null,
      ...fields,
    })
  expect(wait({})).toBeNull()
  expect(wait({ awaitsAnswers: true })).toBe('answers')
  expect(wait({ awaitsAnswers: true, openPause: 'question' })).toBe('question')
  expect(wait({ workState: 'delivered', openPause: 'question' })).toBe('delivery')
  expect(wait({ workState: 'change_asked' })).toBe('delivery')
  expect(wait({ workState: 'delivered', openPause: 'refund_request' })).toBe('refund_request')
  expect(wait({ status: 'completed', openPause: 'refund_request' })).toBeNull()
  expect(wait({ workState: 'in_rework' })).toBeNull()
})
