/** Opens a mailbox over IMAP, and explains in words why it cannot. */
import { ImapFlow } from 'imapflow'
import { isLoopback } from '#db/connection/plaintext.ts'

const CONNECTS_WITHIN_MS = 8_000
const RESPONDS_WITHIN_MS = 60_000

const RENEW = 'Let the mail server renew it, and compare the clock of this machine.'
/** By Node.js error code. Any other certificate error means that this machine does not trust the issuing authority. */
const DISTRUSTS: Readonly<Record<string, readonly [reason: string, advice: string]>> = {
  CERT_HAS_EXPIRED: ['it has expired', RENEW],
  CERT_NOT_YET_VALID: ['it is not valid yet', RENEW],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'it is for another host',
    'Use the host that the certificate names in REPLY_IMAP_URL.',
  ],
}
const OF_CERTIFICATES = /CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|^INVALID_(CA|PURPOSE)$/

/** The message is for operators, and goes to the log, too. */
export class MailboxClosed extends Error {
  readonly advice: string

  constructor(message: string, advice: string, cause: unknown) {
    super(message, { cause })
    this.advice = advice
  }
}

/**
 * @param url its path is the folder. Passwords are never sent unencrypted, except to this machine.
 * @throws MailboxClosed if the encryption cannot be trusted; Error of imapflow or Node.js
 */
export async function openMailbox(url: string): Promise<ImapFlow> {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const isEncrypted = protocol === 'imaps:'
  const client = new ImapFlow({
    // URLs put IPv6 addresses in brackets; the client wants none.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isEncrypted ? 993 : 143),
    secure: isEncrypted,
    ...(!isEncrypted && { doSTARTTLS: !isLoopback(hostname) }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: CONNECTS_WITHIN_MS,
    greetingTimeout: CONNECTS_WITHIN_MS,
    socketTimeout: RESPONDS_WITHIN_MS,
  })
  // Without a listener a lost connection would crash the process. Pending commands fail anyway.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw explain(error)
  })
  try {
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX')
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

function explain(error: unknown): unknown {
  const { code = '', tlsFailed } = error as { code?: string; tlsFailed?: boolean }
  if (OF_CERTIFICATES.test(code)) {
    const [reason, advice] = DISTRUSTS[code] ?? [
      'no authority that this machine knows has signed it',
      'Name a file with the certificate of its authority in NODE_EXTRA_CA_CERTS, and start the shop anew.',
    ]
    return new MailboxClosed(`The mailbox’s certificate is not trusted: ${reason} (${code})`, advice, error)
  }
  if (!tlsFailed || code) return error
  const message = 'The mailbox offers no encryption, so no password was sent'
  return new MailboxClosed(message, 'Use imaps://, or a server with STARTTLS, in REPLY_IMAP_URL.', error)
}
