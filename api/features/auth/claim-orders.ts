import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { Registration } from '../../../db/models/registration.ts'
import type { User } from '../../../db/models/user.ts'

/**
 * Gives paid orders of a guest to the account with their address (docs/product/account.md, Verified addresses). To be called
 * once the address is verified, or with the browser that placed them: anybody may have made the account. The user may be locked
 * already: nothing that holds such an order waits for its account.
 */
export async function claimOrders(
  trx: Knex.Transaction,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
  browserHash?: Buffer,
): Promise<void> {
  const claimed = await Order.query(trx)
    .whereNull('userId')
    .whereNot({ paymentStatus: 'unpaid' })
    .whereRaw(`lower(buyer ->> 'email') = lower(?)`, email)
    .where(browserHash ? { browserHash } : {})
    .patch({ userId })
    .returning('registrationId')
    .castTo<Order[]>()
  const forms = claimed.flatMap(({ registrationId }) => registrationId ?? [])
  if (forms.length > 0) await Registration.query(trx).findByIds(forms).patch({ userId })
}
