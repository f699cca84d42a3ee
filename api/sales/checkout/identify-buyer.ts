/** Identifies an order's buyer: signed in, an existing account with the form's password, or new. */
import type { Knex } from 'knex'
import type { CreateOrderBody } from '#api/contract/sales/checkout.ts'
import { assertStateOfAccount, assertStateOfForm } from '#api/money/invoices/assert-state.ts'
import { assertEnabled, emailTaken, findUserByEmail } from '#api/people/auth/account.ts'
import { hashNewPassword, verifyPassword } from '#api/people/auth/passwords/passwords.ts'
import { digestPassword } from '#api/people/auth/sessions/sign-in-token.ts'
import { recordSignIn } from '#api/platform/audit/record.ts'
import { Forbidden, SignedOut } from '#api/platform/errors.ts'
import type { Order } from '#db/models/orders/order.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import type { User } from '#db/models/people/user.ts'

export interface Buyer {
  email: string
  /** The buyer's details, as stored with the order. */
  snapshot: Order['buyer']
  /** The buyer's account, if they are signed in or gave its password. */
  account: User | undefined
  /** Set if the purchase form was sent. The hash is null for an existing account. */
  form: { passwordHash: string | null } | undefined
  /** See digestPassword; null for a signed-in buyer. */
  passwordDigest: Buffer | null
}

export interface Visitor {
  user: User | null
  sessionRowId: number | null
  browserHash: Buffer
  ipAddress: string
}

/**
 * @throws SignedOut; Forbidden not_your_account, account_disabled; Conflict email_taken for a wrong password; InvalidInput for an
 *   Indian address with an unknown state
 */
export async function identifyBuyer(db: Knex, body: CreateOrderBody, visitor: Visitor): Promise<Buyer> {
  const buyer = await findBuyer(db, body, visitor)
  if (buyer.form) assertStateOfForm(buyer.snapshot, 'userData.state')
  else assertStateOfAccount(buyer.snapshot)
  return buyer
}

async function findBuyer(
  db: Knex,
  body: CreateOrderBody,
  { user: currentUser, ipAddress }: Visitor,
): Promise<Buyer> {
  if (!body.userData) {
    if (!currentUser) throw new SignedOut()
    if (body.userId !== currentUser.id)
      throw new Forbidden('not_your_account', 'You can only order for yourself')
    const { email } = currentUser
    const snapshot = pickBuyer(currentUser)
    return { email, snapshot, account: currentUser, form: undefined, passwordDigest: null }
  }
  const { email, password } = body.userData
  const snapshot = pickBuyer(body.userData)
  const existing = await findUserByEmail(db, email)
  if (!existing) {
    const passwordHash = await hashNewPassword(password, 'userData.password')
    const passwordDigest = digestPassword(passwordHash)
    return { email, snapshot, account: undefined, form: { passwordHash }, passwordDigest }
  }
  if (!(await verifyPassword(existing.passwordHash, password))) {
    await recordSignIn(db, 'sign_in_failed', { userId: existing.id, ipAddress })
    throw emailTaken({ path: 'userData.email' })
  }
  assertEnabled(existing)
  return {
    email: existing.email,
    snapshot,
    account: existing,
    form: { passwordHash: null },
    passwordDigest: digestPassword(existing.passwordHash),
  }
}
