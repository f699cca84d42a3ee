import type { Knex } from 'knex'
import { type LoginBody, type RegisterBody, User as WireUser } from '#api/contract/people/auth.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordSignIn } from '#api/platform/audit/record.ts'
import { Conflict, DomainError, Forbidden, NotFound } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { containsWord } from '#api/platform/lists/search.ts'
import { queueMail } from '#api/platform/mail/outbox.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { refuse } from '#db/connection/unique-violation.ts'
import { Order } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { User } from '#db/models/people/user.ts'
import { hashNewPassword, verifyPassword } from './passwords/passwords.ts'
import { findStaffPasswordFault } from './passwords/staff-password.ts'

/** SQL: whether an account holds a word. Must equal the expression of users_folded_idx to the letter. */
export const HAS_USER = containsWord(
  `' ' || users.first_name || ' ' || users.last_name || ' ' || users.email || ' ' || users.company`,
)

export function toWireUser(user: User): WireUser {
  return toWire(WireUser, {
    ...user,
    isEmailVerified: user.emailVerifiedAt !== null,
    isDisabled: user.disabledAt !== null,
    isErased: user.erasedAt !== null,
  })
}

export async function findUserByEmail(db: Knex, email: string): Promise<User | undefined> {
  return await User.query(db).whereRaw('lower(email) = lower(?)', email).first()
}

/**
 * Checks a password, and records a failed attempt in the audit log.
 * @throws DomainError 401, after the same time whether or not the account exists; Forbidden account_disabled, or
 *   password_too_weak for staff and admins whose password only meets the customers' rules
 */
export async function authenticate({ db, env }: Services, { email, password }: LoginBody, ipAddress: string) {
  const user = await findUserByEmail(db, email)
  const matches = await verifyPassword(user?.passwordHash, password)
  if (!user || !matches) {
    await recordSignIn(db, 'sign_in_failed', { userId: user?.id ?? null, ipAddress })
    throw new DomainError(401, 'bad_credentials', 'Invalid email or password')
  }
  assertEnabled(user)
  const fault = findStaffPasswordFault(env, password, user)
  if (fault) throw new Forbidden('password_too_weak', `${fault}. Use 'Forgot password?' to set a new one.`)
  return user
}

/** Call it after checking the password, so that only the owner learns that the account is disabled. @throws Forbidden */
export function assertEnabled(user: User): void {
  if (user.disabledAt)
    throw new Forbidden('account_disabled', 'This account has been disabled. Please contact us.')
}

/** @param path form field that the error names */
export function emailTaken({ path = 'email', isSignedIn = false } = {}): Conflict {
  const message = `An account with this email already exists${isSignedIn ? '' : '. Please sign in.'}`
  return new Conflict('email_taken', message, { issues: [{ path, message }] })
}

/**
 * Locks a user together with all admins who can sign in, so that two admins cannot remove each other at the same time.
 * @throws NotFound
 */
export async function lockWithAdmins(trx: Knex.Transaction, userId: number) {
  const locked = await User.query(trx)
    .where({ id: userId })
    .orWhere({ isAdmin: true, disabledAt: null })
    .orderBy('id')
    .forNoKeyUpdate()
  const user = locked.find(({ id }) => id === userId)
  if (!user) throw new NotFound('User')
  return { user, otherAdmins: locked.length - 1 }
}

/** Creates an account and mails a link to confirm the address. @throws Conflict email_taken; InvalidInput for a common password */
export async function registerAccount({ db, jobs }: Services, form: RegisterBody) {
  const { password, ...fields } = form
  const passwordHash = await hashNewPassword(password, 'password')
  return db
    .transaction(async (trx) => {
      const user = await User.query(trx)
        .insert({ ...fields, passwordHash })
        .returning('*')
      await queueMail(jobs, trx, 'confirm_email', { userId: user.id, email: user.email })
      return user
    })
    .catch(refuse('users_email_key', emailTaken))
}

/**
 * Assigns a guest's paid orders to the account with the same address (docs/product/account.md, Verified addresses). Call it
 * once the address is verified, or with the browser that placed them: anybody can register an address. The user's row may
 * be locked already, because no holder of such an order's lock waits for the account.
 */
export async function claimOrders(
  trx: Knex.Transaction,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
  browserHash?: Buffer,
): Promise<void> {
  const claimed = await Order.query(trx)
    .whereNull('userId')
    .whereNotIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
    .whereRaw(`lower(buyer ->> 'email') = lower(?)`, email)
    .where(browserHash ? { browserHash } : {})
    .patch({ userId })
    .returning('registrationId')
    .castTo<Order[]>()
  const forms = claimed.flatMap(({ registrationId }) => registrationId ?? [])
  if (forms.length > 0) await Registration.query(trx).findByIds(forms).patch({ userId })
}
