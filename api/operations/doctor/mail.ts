import { brand } from '#api/content/content.ts'
import { MailboxClosed, openMailbox } from '#api/platform/mail/mailbox.ts'
import { trySender } from '#api/platform/mail/transport.ts'
import { isLoopback } from '#db/connection/plaintext.ts'
import { type Check, createCheck, errorCode, fault, ok, unset } from './check.ts'

const SENDER = brand.sender.address
const [, DOMAIN = ''] = SENDER.split('@')
const FILES = 'Emails are written to files'

const server = createCheck('Mail', 'Server', async ({ env }) => {
  if (!env.smtpUrl) return unset(FILES)
  try {
    const { isEncrypted } = await trySender(env.smtpUrl, SENDER)
    if (isEncrypted) return ok(`Accepts emails from ${SENDER}, over TLS`)
    return isLoopback(new URL(env.smtpUrl).hostname)
      ? ok(`Accepts emails from ${SENDER}, on this machine`)
      : fault(
          `Accepts emails from ${SENDER}, unencrypted`,
          'Use smtps://, or ?requireTLS=true for STARTTLS, in SMTP_URL.',
        )
  } catch (error) {
    const { response } = error as { response?: unknown }
    return typeof response === 'string'
      ? fault(
          `Refuses emails from ${SENDER}: ${response.slice(0, 200)}`,
          'Check the user and password in SMTP_URL, and whether the server may send for this address.',
        )
      : fault(
          `Cannot be reached (${errorCode(error)})`,
          'Check that it is running, and the host and port in SMTP_URL. Emails wait until then.',
        )
  }
})

const replies = createCheck('Mail', 'Replies', async ({ env: { replyMailbox } }) => {
  if (!replyMailbox) return unset('Customers reply in the order')
  try {
    const client = await openMailbox(replyMailbox.imapUrl)
    await client.logout()
    return ok(`The mailbox of ${replyMailbox.address} can be read`)
  } catch (error) {
    if (error instanceof MailboxClosed) return fault(error.message, error.advice)
    const { authenticationFailed } = error as { authenticationFailed?: boolean }
    return fault(
      authenticationFailed
        ? 'The mailbox refuses the user or password'
        : `The mailbox cannot be read (${errorCode(error)})`,
      'Check user, password, host and folder in REPLY_IMAP_URL. Replies wait in the mailbox until then.',
    )
  }
})

const ABSENT = ['ENOTFOUND', 'ENODATA']

/** @param isThere decides from the found TXT records or the lookup's error code whether the record exists */
function ofDns(
  name: string,
  host: string,
  isThere: (found: string[], code: string | undefined) => boolean,
  advice: string,
): Check {
  return createCheck('Mail', name, async ({ env, findTxtRecords }) => {
    if (!env.smtpUrl) return unset(FILES)
    let code: string | undefined
    const found = await findTxtRecords(host).catch((error: unknown): string[] => {
      code = errorCode(error)
      return []
    })
    if (code !== undefined && !ABSENT.includes(code)) return unset('DNS did not respond')
    return isThere(found, code) ? ok(`${host} has it`) : fault(`${host} has none`, advice)
  })
}

export const mailChecks: readonly Check[] = [
  server,
  replies,
  ofDns(
    'SPF',
    DOMAIN,
    (found) => found.some((text) => text.startsWith('v=spf1')),
    'Add a TXT record that begins with v=spf1 and names your mail server.',
  ),
  ofDns(
    'DKIM',
    `_domainkey.${DOMAIN}`,
    // The key's name starts with a selector that only the mail server knows. But its parent name exists in DNS if there is a key.
    (_found, code) => code !== 'ENOTFOUND',
    'Let your mail server sign, and add the TXT record with its key.',
  ),
  ofDns(
    'DMARC',
    `_dmarc.${DOMAIN}`,
    (found) => found.some((text) => text.startsWith('v=DMARC1')),
    'Add a TXT record such as v=DMARC1; p=quarantine.',
  ),
]
