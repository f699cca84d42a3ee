/** Records that a part was paid by a bank transfer. No provider is asked about it, and none gives it back. */
import type { Services } from '../../app-type.ts'
import { InvalidInput } from '../../base/errors.ts'
import { calendar } from '../../content/content.ts'
import type { BankTransferBody } from '../../contract/order-work/parts.ts'
import { dayOf } from '../../rules/business-calendar.ts'
import { formatPlain } from '../../rules/money/format.ts'
import { parseAmount } from '../../rules/money/money.ts'
import { settleOrder } from '../payments/settle.ts'
import { lockPart, partNotOpen, recordChangeOf, type WantedPart } from './change-part.ts'

/**
 * Settles the part as a payment by card does.
 * @throws NotFound; InvalidInput where the sums do not make the part's; Conflict part_not_open, reference_used
 */
export async function recordBankTransfer(
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
      ...{ position: part.position, reference, proof, receivedOn, withheldCents: withheld.minor },
      recordedBy: admin.id,
    }
    const { fulfils } = await settleOrder(services, trx, order.id, {
      ...{ actorKind: 'admin', actorId: admin.id, payment: undefined, transfer },
    })
    if (!fulfils) throw partNotOpen()
    const kept = withheld.minor > 0 ? `, ${formatPlain(withheld)} withheld as tax` : ''
    const note = `${part.label}: bank transfer ${reference} of ${formatPlain(received)} received on ${receivedOn}${kept}. ${proof}`
    const field = `part${part.position}`
    await recordChangeOf(
      trx,
      { order, admin, note },
      { [field]: part.state, reference: null, withheld: null, note: null },
      { [field]: 'paid', reference, withheld: sums.withheld, note: proof },
    )
  })
}
