/** Opens a mailbox over IMAP. */
import { ImapFlow } from 'imapflow'
import { isLoopback } from '../../../db/connection/plaintext.ts'

const CONNECTS_WITHIN_MS = 8_000
const RESPONDS_WITHIN_MS = 60_000

/** @param url its path is the folder. Passwords are never sent unencrypted, except to this machine. */
export async function openMailbox(url: string): Promise<ImapFlow> {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const isEncrypted = protocol === 'imaps:'
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (isEncrypted ? 993 : 143),
    secure: isEncrypted,
    ...(!isEncrypted && { doSTARTTLS: !isLoopback(hostname) }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: CONNECTS_WITHIN_MS,
    greetingTimeout: CONNECTS_WITHIN_MS,
    socketTimeout: RESPONDS_WITHIN_MS,
  })
  // Without a listener a lost connection would end the process. What waits for it fails anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX')
    return client
  } catch (error) {
    client.close()
    throw error
  }
}
