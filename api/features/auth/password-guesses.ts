import type { Services } from '../../app-type.ts'
import { queueMail } from '../mail/outbox.ts'

/** Tells the owner that many wrong passwords come in. Does the same for an e-mail that has no account. */
export async function tellOfGuesses({ db, jobs }: Services, email: string): Promise<void> {
  await db.transaction((trx) => queueMail({ jobs }, trx, 'password_guesses', { email }))
}
