import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { InvalidInput } from '../../base/errors.ts'
import { calendar } from '../../content/content.ts'
import { BankTransferBody, MovePartBody, PartParams, WriteOffBody } from '../../contract/order-work/parts.ts'
import { call } from '../../http/call.ts'
import { getActor } from '../../plugins/guards.ts'
import { dayOf } from '../../rules/business-calendar.ts'
import { formatPlain } from '../../rules/money/format.ts'
import { parseAmount } from '../../rules/money/money.ts'
import { settleOrder } from '../payments/settle.ts'
import {
  lockPart,
  moveDueDate,
  partNotOpen,
  recordChangeOf,
  type WantedPart,
  writeOffPart,
} from './change-part.ts'

const ON_PART = {
  access: 'admin',
  params: PartParams,
  response: z.object({ success: z.literal(true) }),
} as const
const NOT_OPEN = 'It is paid, or not to be paid any more (part_not_open)'
const done = { success: true } as const

export function partRoutes(app: App, services: Services): void {
  call(app, 'PUT /admin/orders/:id/parts/:position/due', {
    ...ON_PART,
    operationId: 'movePartDue',
    summary: 'Move the due date of a part of an order',
    description: 'It is due when the company closes on that day. Reminders count from then.',
    refusals: { 409: 'It is not due (part_not_open)' },
    body: MovePartBody,
    handler: async (request) => {
      const { id: orderId, position } = request.params
      const { day } = request.body
      await moveDueDate(services, { orderId, position, day, admin: getActor(request) })
      return done
    },
  })

  call(app, 'POST /admin/orders/:id/parts/:position/write-off', {
    ...ON_PART,
    proof: 'with_factor',
    operationId: 'writeOffPart',
    summary: 'Write off a part of an order',
    description: 'For good. If it was invoiced, a credit note takes the invoice back.',
    refusals: { 409: NOT_OPEN },
    body: WriteOffBody,
    handler: async (request) => {
      const { id: orderId, position } = request.params
      await writeOffPart(services, { orderId, position, ...request.body, admin: getActor(request) })
      return done
    },
  })

  call(app, 'POST /admin/orders/:id/parts/:position/transfer', {
    ...ON_PART,
    proof: 'with_factor',
    operationId: 'recordBankTransfer',
    summary: 'Record the bank transfer by which a part of an order was paid',
    description: 'It settles the part as a card does: invoice, mails and webhooks follow.',
    refusals: { 409: `${NOT_OPEN}, or another payment has this reference (reference_used)` },
    body: BankTransferBody,
    handler: async (request) => {
      const { id: orderId, position } = request.params
      await recordBankTransfer(services, request.body, { orderId, position, admin: getActor(request) })
      return done
    },
  })
}

/**
 * Settles the part as a payment by card does.
 * @throws NotFound; InvalidInput where the sums do not make the part's; Conflict part_not_open, reference_used
 */
async function recordBankTransfer(
  services: Services,
  { reference: typed, receivedOn, proof, ...sums }: BankTransferBody,
  wanted: WantedPart,
): Promise<void> {
  // Banks print one reference in many ways.
  const reference = typed.replaceAll(/\s/g, '').toUpperCase()
  await services.db.transaction(async (trx) => {
    const { order, part, amount } = await lockPart(trx, wanted)
    const isNext = order.paymentStatus === 'part_paid' || part.position === 1
    if (!isNext) throw partNotOpen()
    const received = parseAmount(sums.received, part.currency)
    const withheld = parseAmount(sums.withheld, part.currency)
    if (!received?.minor || !withheld || received.minor + withheld.minor !== amount.minor) {
      const message = `What arrived and what was withheld must add up to ${formatPlain(amount)}`
      throw new InvalidInput('received', message)
    }
    if (receivedOn > dayOf(new Date(), calendar))
      throw new InvalidInput('receivedOn', 'The day must not be to come')
    const { admin } = wanted
    const transfer = {
      position: part.position,
      reference,
      proof,
      receivedOn,
      withheldCents: withheld.minor,
      recordedBy: admin.id,
    }
    const { fulfils } = await settleOrder(services, trx, order.id, {
      actorKind: 'admin',
      actorId: admin.id,
      payment: undefined,
      transfer,
    })
    if (!fulfils) throw partNotOpen()
    const ofTax = withheld.minor > 0 ? `, ${formatPlain(withheld)} withheld as tax` : ''
    const note = `${part.label}: bank transfer ${reference} of ${formatPlain(received)} received on ${receivedOn}${ofTax}. ${proof}`
    const field = `part${part.position}`
    await recordChangeOf(
      trx,
      { order, admin, note },
      { [field]: part.state, reference: null, withheld: null, note: null },
      { [field]: 'paid', reference, withheld: sums.withheld, note: proof },
    )
  })
}
