/** Opens an order whose payment failed, from the link in the mail about it. */
import type { Services } from '../../app-type.ts'
import { toDecimal } from '../../contract/pricing.ts'
import type { ResumedOrder, ResumeOrderBody } from '../../contract/resume-order.ts'
import { Conflict, DomainError } from '../../errors.ts'
import { readResumeToken } from '../orders/resume-token.ts'
import { findEnding, findUnfinished } from '../payments/unfinished-order.ts'
import { toPayableOrder } from './payable-order.ts'
import { type Payer, proveBuyer } from './prove-buyer.ts'

/**
 * What the checkout shows and, once the buyer's address is proved, pays. Without the link nothing about the order is revealed.
 * @throws DomainError 404 for a link that is forged or has expired; Conflict order_paid, order_given_up; InvalidInput for a
 *   common password
 */
export async function resumeOrder(
  services: Pick<Services, 'db' | 'env' | 'gateway' | 'jobs'>,
  { token, newPassword }: ResumeOrderBody,
  payer: Payer,
): Promise<ResumedOrder> {
  const { db, env, gateway } = services
  const orderId = readResumeToken(env, token)
  const order = orderId === undefined ? undefined : await findUnfinished(db, orderId)
  if (!order) {
    throw new DomainError(404, 'resume_link_invalid', 'This link is not valid or has expired')
  }
  const ending = await findEnding(db, order)
  if (ending === 'paid') throw new Conflict('order_paid', 'This order is paid already')
  if (ending) throw new Conflict('order_given_up', 'This order is no longer open. Please order again.')
  const { firstName, lastName, email } = order.buyer
  const isProved = await proveBuyer(services, order, { ...payer, newPassword })
  return {
    order: isProved ? toPayableOrder(gateway, order) : null,
    invoiceNumber: order.invoiceNumber,
    packageName: order.packageName,
    description: order.package?.description ?? '',
    originalAmount: toDecimal(order.originalCents),
    discountAmount: toDecimal(order.discountCents),
    amount: toDecimal(order.amountCents),
    couponCode: order.couponCode,
    buyer: { name: `${firstName} ${lastName}`, email },
  }
}
