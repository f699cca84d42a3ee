import { describe, expect, test } from 'vitest'
import { isInWork, type MoneyStatus, ORDER_STATUSES } from '#api/rules/orders.ts'
import { WAIT_KINDS, type WaitKind } from './promised-date.ts'
import { findTurn, findWait, getReplyDeadline, type TurnFacts, type WaitFacts } from './turn.ts'
import { isCustomersTurn, TURNS, type Turn } from './turns.ts'

const MONEY: MoneyStatus[] = ['unpaid', 'instalment_paid', 'paid', 'refunded']
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

/** `*`: any value. Every combination has exactly one row. */
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

function nameFacts({ status, paymentStatus, workState, refundState, isBlocked, awaitsAnswers }: TurnFacts) {
  const isOpen = status === 'pending' || status === 'processing'
  const isRepaired = workState === 'in_rework' || workState === 'warranty'
  return [
    [paymentStatus === 'paid' || paymentStatus === 'instalment_paid' ? 'yes' : 'no'],
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
    const names = nameFacts(facts)
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
  expect(TURNS.filter(isCustomersTurn)).toEqual(['answer_refund', 'check', 'reply', 'answers'])
})

describe('what an order waits for', () => {
  const asked = new Date('2026-11-23T10:00:00Z')
  const inTime = new Date('2026-11-25T09:59:00Z')
  const late = new Date('2026-11-25T10:00:00Z')
  const wait = (fields: Partial<WaitFacts>, now = late) =>
    findWait(
      {
        status: 'processing',
        paymentStatus: 'paid',
        workState: null,
        awaitsAnswers: false,
        refundState: null,
        workGoesOn: false,
        questionAt: null,
        ...fields,
      },
      now,
    )

  test('follows the same precedence, and is nothing while the team works or the order is over', () => {
    expect(wait({})).toBeNull()
    expect(wait({ awaitsAnswers: true })).toBe('answers')
    expect(wait({ awaitsAnswers: true, questionAt: asked })).toBe('question')
    expect(wait({ workState: 'delivered', questionAt: asked })).toBe('delivery')
    expect(wait({ workState: 'change_asked' })).toBe('delivery')
    expect(wait({ workState: 'delivered', refundState: 'open' })).toBe('refund_request')
    expect(wait({ refundState: 'offered' })).toBe('refund_request')
    expect(wait({ status: 'completed', refundState: 'open' })).toBeNull()
    expect(wait({ workState: 'in_rework' })).toBeNull()
  })

  test('is no question whose 48 hours have not passed', () => {
    expect(wait({ questionAt: asked }, inTime)).toBeNull()
    expect(wait({ questionAt: asked, awaitsAnswers: true }, inTime)).toBe('answers')
    expect(wait({ questionAt: asked })).toBe('question')
    expect(getReplyDeadline(asked)).toEqual(late)
  })

  test('is no refund whose customer wants the work to go on', () => {
    expect(wait({ refundState: 'open', workGoesOn: true })).toBeNull()
    expect(wait({ refundState: 'open', workGoesOn: true, workState: 'delivered' })).toBe('delivery')
  })

  test('is something, of an order in work, exactly while it is not the team’s turn to work', () => {
    const seen = new Set<WaitKind | null>()
    for (const { isBlocked, ...facts } of ALL) {
      const found = findWait({ ...facts, workGoesOn: false, questionAt: isBlocked ? asked : null }, late)
      const turn = findTurn({ ...facts, isBlocked })
      const isTeams = !isInWork(facts) || turn === 'work' || turn === 'rework'
      expect(found === null, JSON.stringify(facts)).toBe(isTeams)
      seen.add(found)
    }
    expect(seen).toEqual(new Set([...WAIT_KINDS, null]))
  })
})
