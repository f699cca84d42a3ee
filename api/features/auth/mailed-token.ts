/** Tokens in the links of mails. Only their hashes are stored. */
import { createHash, createHmac } from 'node:crypto'
import type { Env } from '../../env.ts'

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * Derived from the mail's id: a mail that is sent a second time holds the same token.
 * @param purpose keeps a token of one kind from being one of another
 */
export function deriveToken(
  { sessionSecrets }: Pick<Env, 'sessionSecrets'>,
  purpose: 'password-reset' | 'confirm-email',
  messageId: string,
): string {
  const [secret = ''] = sessionSecrets
  if (secret === '') throw new Error('There is no secret to make a token with')
  return createHmac('sha256', secret).update(`${purpose}:${messageId}`).digest('base64url')
}
