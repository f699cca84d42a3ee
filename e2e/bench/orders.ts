import type { Knex } from 'knex'
import { pickBuyer } from '../../db/models/buyer.ts'
import { Order } from '../../db/models/order.ts'
import { Package } from '../../db/models/package.ts'
import { Payment } from '../../db/models/payment.ts'
import { User } from '../../db/models/user.ts'

/** A customer's paid orders, each with its payment, spread over the active packages. */
export async function insertPaidOrders(
  db: Knex,
  { userId, count }: { userId: number; count: number },
): Promise<void> {
  const buyer = pickBuyer(await User.query(db).findById(userId).throwIfNotFound())
  const packages = await Package.query(db).where({ isActive: true }).orderBy('id')
  for (let number = 0; number < count; number += 1) {
    const bought = packages[number % packages.length]
    if (!bought) throw new Error('There is no package to buy')
    const order = await Order.query(db)
      .insert({
        packageId: bought.id,
        packageName: bought.name,
        deliveryDays: bought.deliveryDays,
        userId,
        buyer,
        originalCents: bought.priceCents,
        discountCents: 0,
        amountCents: bought.priceCents,
        usdInrRate: '84.25',
        paymentStatus: 'paid',
        paidAt: new Date(),
      })
      .returning('*')
    await Payment.query(db).insert({
      orderId: order.id,
      provider: 'razorpay',
      providerPaymentId: `pay_bench${order.id}`,
      amountCents: order.amountCents,
      currency: 'USD',
      status: 'captured',
      capturedAt: new Date(),
      fulfilsOrder: true,
    })
  }
}
