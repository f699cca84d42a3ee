/** Bank transfers that admins record: for a whole order, or for one instalment. */

import { calendar } from '#api/content/content.ts'
import type { BankTransferBody } from '#api/contract/money/instalments.ts'
import { findTransferred } from '#api/money/payments/instalments.ts'
import { settleOrder } from '#api/money/payments/settle.ts'
import type { Services } from '#api/platform/app-type.ts'
import { Conflict, InvalidInput, NotFound } from '#api/platform/errors.ts'
import { dayOf } from '#api/rules/business-calendar.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { parseAmount } from '#api/rules/money/money.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import type { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { instalmentNotOpen, lockOrder, recordChangeOf, type WantedInstalment } from './change-instalment.ts'

const notOpen = (instalment: OrderInstalment | undefined) =>
  instalment
    ? instalmentNotOpen()
    : new Conflict('order_not_open', 'This order is already paid or no longer due')

const inInstalments = () =>
  new Conflict('order_in_instalments', 'This order is paid in instalments. Please choose one of them.')

/**
 * Settles the order or instalment, as a card payment does.
 * @param wanted without `position`: an order that is paid at once
 * @throws NotFound; InvalidInput if received and withheld do not add up to the amount, or for a future day;
 *   Conflict instalment_not_open, order_not_open, order_in_instalments, order_cancelled, reference_used
 */
export async function recordBankTransfer(
  services: Services,
  { reference: typed, receivedOn, proof, ...sums }: BankTransferBody,
  { position, ...wanted }: Omit<WantedInstalment, 'position'> & { position?: number },
): Promise<void> {
  // Banks format the same reference differently.
  const reference = typed.replaceAll(/\s/g, '').toUpperCase()
  await services.db.transaction(async (trx) => {
    const order = await lockOrder(trx, wanted)
    const payable = await findTransferred(trx, order, position)
    if (!payable) throw position === undefined ? inInstalments() : new NotFound('Instalment')
    const { instalment, amount } = payable
    const { paymentStatus } = order
    if (instalment && instalment.position > 1 && !PAYMENT_STATUS[paymentStatus].isPartlyPaid)
      throw instalmentNotOpen()
    if (PAYMENT_STATUS[paymentStatus].isUnpaid && ORDER_STATUS[order.status].isCancelled) {
      const message = 'This order is cancelled. Please reopen it first, then record the transfer.'
      throw new Conflict('order_cancelled', message)
    }
    const received = parseAmount(sums.received, amount.currency)
    const withheld = parseAmount(sums.withheld, amount.currency)
    if (!received?.minor || !withheld || received.minor + withheld.minor !== amount.minor) {
      const message = `The amount received and the tax withheld must add up to ${formatMoney(amount)}`
      throw new InvalidInput('received', message)
    }
    if (receivedOn > dayOf(new Date(), calendar))
      throw new InvalidInput('receivedOn', 'The day must not be in the future')
    const { admin } = wanted
    const transfer = {
      position,
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
    if (!fulfils) throw notOpen(instalment)
    const ofTax = withheld.minor > 0 ? `, ${formatMoney(withheld)} withheld as tax` : ''
    const what = instalment ? `${instalment.label}: bank` : 'Bank'
    const note = `${what} transfer ${reference} of ${formatMoney(received)} received on ${receivedOn}${ofTax}. ${proof}`
    const field = instalment ? `instalment${instalment.position}` : 'paymentStatus'
    await recordChangeOf(
      trx,
      { order, admin, note },
      { [field]: instalment ? instalment.state : paymentStatus, reference: null, withheld: null, note: null },
      { [field]: 'paid', reference, withheld: sums.withheld, note: proof },
    )
  })
}
