import type { SecondFactorBody } from '#api/contract/people/second-factor.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordSignIn } from '#api/platform/audit/record.ts'
import { DomainError } from '#api/platform/errors.ts'
import type { Caller } from '#api/platform/http/caller.ts'
import type { User } from '#db/models/people/user.ts'
import { redeemRecoveryCode } from './factors.ts'
import { acceptPasskey, findPasskey, passkeyRefused } from './passkeys.ts'
import { acceptTotp } from './totp.ts'

interface Client {
  caller: Caller
  /** SHA-256 of the browser or session that requested the passkey challenge. */
  boundTo: Buffer
}

export const FACTOR_REFUSED = 'a code or a passkey that does not fit (wrong_code, passkey_refused)'

export const wrongCode = () => {
  const message = 'This code is incorrect. Please try again.'
  return new DomainError(400, 'wrong_code', message, { issues: [{ path: 'code', message }] })
}

/** Checks a second factor, which then cannot be reused, and records a failure. @throws DomainError wrong_code, passkey_refused */
export async function checkFactor(services: Services, user: User, given: SecondFactorBody, client: Client) {
  if (await isRight(services, user, given, client)) return
  const { ipAddress } = client.caller
  await recordSignIn(services.db, 'second_factor_failed', { userId: user.id, ipAddress })
  throw given.method === 'passkey' ? passkeyRefused() : wrongCode()
}

async function isRight(services: Services, user: User, given: SecondFactorBody, { caller, boundTo }: Client) {
  const { db, env } = services
  switch (given.method) {
    case 'passkey': {
      const { response } = given
      const passkey = await findPasskey(db, response)
      if (passkey?.userId !== user.id) return false
      return await acceptPasskey(db, env, passkey, { response, boundTo, isAlone: false })
    }
    case 'totp':
      return await db.transaction((trx) => acceptTotp(trx, env, user.id, given.code))
    case 'recovery_code':
      return await redeemRecoveryCode(services, user, given.code, caller)
  }
}
