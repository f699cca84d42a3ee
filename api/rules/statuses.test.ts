/** What holds in which status: every property of every table, as it is promised. A property taken wrong turns a line red. */
import { expect, test } from 'vitest'
import { COUPON_STATUS, COUPON_USE } from './coupon-rules.ts'
import { DISPUTE_STATUS } from './money/disputes.ts'
import { INSTALMENT_STATE } from './money/instalment-state.ts'
import { PAYMENT_AT_PROVIDER } from './money/payment-at-provider.ts'
import { OFFER_STATE } from './offers.ts'
import { INCOMING_MAIL_STATE } from './order-work/incoming-mail.ts'
import { FILE_STATE } from './order-work/order-files.ts'
import { REFUND_REQUEST_STATE } from './order-work/refund-request.ts'
import { REVIEW_STATE } from './order-work/reviews.ts'
import { WORK_STATE } from './order-work/work-state.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from './orders.ts'
import { MAIL_STATE, WEBHOOK_MESSAGE_STATE } from './outgoing.ts'
import { ASSIGNMENT_STATUS, REFUND_STATUS } from './status-labels.ts'

type Table = Readonly<Record<string, object>>
const TABLES: Readonly<Record<string, Table>> = {
  order: ORDER_STATUS,
  payment: PAYMENT_STATUS,
  instalment: INSTALMENT_STATE,
  'payment at the provider': PAYMENT_AT_PROVIDER,
  work: WORK_STATE,
  assignment: ASSIGNMENT_STATUS,
  refund: REFUND_STATUS,
  'refund request': REFUND_REQUEST_STATE,
  dispute: DISPUTE_STATUS,
  offer: OFFER_STATE,
  review: REVIEW_STATE,
  file: FILE_STATE,
  'incoming mail': INCOMING_MAIL_STATE,
  mail: MAIL_STATE,
  'webhook message': WEBHOOK_MESSAGE_STATE,
  coupon: COUPON_STATUS,
  'coupon use': COUPON_USE,
}

/** Table, property, and the statuses in which it holds. */
const PROMISED = `
order isOpen: pending processing
order awaitsStart: pending
order mayStart: pending processing
order isUnderWay: processing
order hasWork: processing completed
order turn:
order asksAnswers: pending processing
order mayDeliver: pending processing
order isDone: completed
order isCancelled: cancelled
order isPayable: pending
payment isUnpaid: unpaid
payment hasPayment: instalment_paid paid
payment isPartlyPaid: instalment_paid
payment isPaid: paid
payment isRefunded: refunded
instalment isLater: waiting
instalment isDue: due
instalment isPaid: paid
instalment isOpen: waiting due
instalment isSettled: paid written_off
instalment hasLapsed: lapsed
instalment isWrittenOff: written_off
payment at the provider isAuthorized: authorized
payment at the provider isCaptured: captured
payment at the provider isRefunded: refunded
payment at the provider hasFailed: failed
work isWithCustomer: delivered change_asked
work isTested: delivered
work awaitsDecision: change_asked
work isWarranty: warranty
assignment next: assigned in_progress
assignment awaitsStart: assigned
assignment isUnderWay: in_progress
assignment isDone: completed
refund isToSend: requested
refund isUnderWay: requested pending
refund isAtProvider: pending
refund isBack: processed
refund hasFailed: failed
refund request isLive: open offered
refund request awaitsTeam: open
refund request awaitsCustomer: offered
refund request isDecided: offered declined refunded
refund request isDeclined: declined
refund request sendsMoney: refunded cancelled
refund request isWithdrawn: withdrawn
refund request isCancelled: cancelled
dispute isOpen: open under_review
dispute awaitsAnswer: open
dispute isLost: lost
offer isDraft: draft
offer isUnseen: sent
offer isOpen: sent viewed
offer isChangeable: draft sent viewed
offer isAccepted: accepted
offer isEmptied: draft declined expired withdrawn
review awaitsAdmin: waiting
review isShown: shown
review isWithdrawn: withdrawn
review isOutOfSight: hidden withdrawn
file isArriving: uploading
file isKept: checking ready
file isInCheck: checking
file isReady: ready
file isRefused: refused
incoming mail isWaiting: waiting
incoming mail isRefused: refused
mail isQueued: queued
mail isSent: sent
mail hasFailed: failed
mail isSkipped: skipped
webhook message isWaiting: waiting
coupon isUsable: active
coupon use isReserved: reserved
coupon use isRedeemed: redeemed
coupon use isHeld: reserved redeemed
`
/** What a status looks like and what it is called stands in tests of pages and mails. */
const LOOKS = ['label', 'tone', 'adminTone', 'step', 'stepAgain']

test('each property of a status holds exactly where it is promised', () => {
  const found = Object.entries(TABLES).flatMap(([name, table]) => {
    const properties = Object.keys(Object.values(table)[0] ?? {}).filter((key) => !LOOKS.includes(key))
    return properties.map((property) => {
      const statuses = Object.entries(table)
        .filter(([, rules]) => Object.entries(rules).some(([key, value]) => key === property && value))
        .map(([status]) => status)
      return `${name} ${property}: ${statuses.join(' ')}`.trim()
    })
  })
  expect(found).toEqual(
    PROMISED.trim()
      .split('\n')
      .map((line) => line.trim()),
  )
})
