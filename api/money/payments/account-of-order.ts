/** The account of a paid order. */
import type { Knex } from 'knex'
import { NO_PASSWORD } from '#api/people/auth/passwords/passwords.ts'
import { setPasswordByMail } from '#api/people/auth/passwords/reset.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import type { NewMail } from '#api/platform/mail/outbox.ts'
import { Order } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'

/** The first mail to an account. */
export type FirstMail = NewMail<'welcome' | 'password_reset'>

interface MadeAccount {
  /** The account that gets the order; undefined: none yet. */
  userId: number | undefined
  firstMail: FirstMail | undefined
}

/**
 * Creates the account for a paid order from its form. If the e-mail has an account by now, the first matching rule applies:
 * - The account's address is verified: it gets the order and keeps its password.
 * - The form's e-mail is verified: a stranger may have made the account, so it gets the order and the form's password.
 * - The account has ordered in this browser before: it gets the order and keeps its password.
 * - Otherwise the order has no account until somebody proves the address.
 * If the form's password was removed (docs/product/account.md, Retention), the owner chooses one by mail.
 */
export async function makeAccount(jobs: Jobs, trx: Knex.Transaction, order: Order): Promise<MadeAccount> {
  const registration = await Registration.query(trx)
    .findById(order.registrationId ?? 0)
    .throwIfNotFound()
  const { email, passwordHash, emailVerifiedAt } = registration
  // If another order is creating the same account right now, this waits for it and inserts nothing.
  const [user] = await trx<User>('users')
    .insert({ ...pickBuyer(registration), passwordHash: passwordHash ?? NO_PASSWORD, emailVerifiedAt })
    .onConflict(trx.raw('(lower(email))'))
    .ignore()
    .returning(['id', 'email'])
  if (!user) {
    const existing = await User.query(trx)
      .whereRaw('lower(email) = lower(?)', email)
      .first()
      // Waits for a confirmation of the address that is in progress.
      .forShare()
      .throwIfNotFound()
    const isProvedByForm = !existing.emailVerifiedAt && emailVerifiedAt && passwordHash
    if (isProvedByForm) await setPasswordByMail(jobs, trx, { userId: existing.id, passwordHash })
    await registration.$query(trx).patch({ passwordHash: null })
    return existing.emailVerifiedAt || isProvedByForm || (await hasOrderedIn(trx, existing, order))
      ? { userId: existing.id, firstMail: undefined }
      : { userId: undefined, firstMail: askForPassword(existing) }
  }
  await registration.$query(trx).patch({ userId: user.id, passwordHash: null })
  const firstMail = passwordHash
    ? { kind: 'welcome' as const, payload: { orderId: order.id } }
    : askForPassword(user)
  return { userId: user.id, firstMail }
}

const askForPassword = ({ email }: Pick<User, 'email'>) =>
  ({ kind: 'password_reset', payload: { email: email.toLowerCase() } }) as const

/** Whether the user has ordered before in the browser that placed this order. */
async function hasOrderedIn(trx: Knex.Transaction, { id: userId }: User, { browserHash }: Order) {
  return browserHash !== null && (await Order.query(trx).where({ userId, browserHash }).limit(1)).length > 0
}
