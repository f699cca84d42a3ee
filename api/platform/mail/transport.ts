/** Sends mails over SMTP. Without a server it writes them as `.eml` files, which any mail program opens. */
import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { brand, contentDir } from '#api/content/content.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { isLoopback } from '#db/connection/plaintext.ts'
import { LOGO_CID } from './render.ts'

export interface Message {
  /** The same on every attempt, so that mail programs recognise a duplicate. */
  messageId: string
  to: { name: string; address: string }
  replyTo?: string
  subject: string
  text: string
  html: string
}

/** The receiving server refuses this mail for good. */
export class MailRefused extends Error {}

export interface Mailer {
  /** @throws MailRefused; any other error means that the mail can be retried */
  send(message: Message): Promise<void>
  close(): Promise<void>
}

const CONNECTS_WITHIN_MS = 5_000
const RESPONDS_WITHIN_MS = 15_000
/** Most mails sent at once by one process. */
const CONNECTIONS = 4
/** SMTP commands whose refusal concerns this address or mail. Any other refusal concerns our own server and may be temporary. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])

export function createMailer(env: Pick<Env, 'smtpUrl' | 'dataDir'>): Mailer {
  return env.smtpUrl ? createSmtpMailer(env.smtpUrl) : createFileMailer(join(env.dataDir, 'mail'))
}

/** A bitmap of the logo at three times its size: mail programs do not show SVG. */
const LOGO = readFileSync(join(contentDir, 'logo.png'))

/** Shared by all mails. The library must not read files or URLs that a mail's content names. */
const FRAME = {
  from: { name: brand.name, address: brand.sender.address },
  replyTo: brand.sender.replyTo,
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  attachments: [
    { filename: 'logo.png', content: LOGO, cid: LOGO_CID, contentDisposition: 'inline' as const },
  ],
  disableFileAccess: true,
  disableUrlAccess: true,
}

export function describeConnection(smtpUrl: string) {
  const { username, hostname } = new URL(smtpUrl)
  return {
    url: smtpUrl,
    // Passwords are never sent unencrypted.
    requireTLS: username !== '' && !isLoopback(hostname),
    dnsTimeout: CONNECTS_WITHIN_MS,
    connectionTimeout: CONNECTS_WITHIN_MS,
    greetingTimeout: CONNECTS_WITHIN_MS,
    socketTimeout: RESPONDS_WITHIN_MS,
  }
}

function createSmtpMailer(smtpUrl: string): Mailer {
  const transport = createTransport({
    ...describeConnection(smtpUrl),
    pool: true,
    maxConnections: CONNECTIONS,
  })
  return {
    send: async (message) => {
      try {
        await transport.sendMail({ ...FRAME, ...message })
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(error.message) : error
      }
    },
    close: async () => transport.close(),
  }
}

function isRefusal(error: unknown): error is Error {
  const { command, responseCode } = error as { command?: string; responseCode?: number }
  const isForGood = responseCode !== undefined && responseCode >= 500 && responseCode < 600
  return error instanceof Error && isForGood && ABOUT_THE_MAIL.has(command ?? '')
}

/** Files are named by message id, so that a retry overwrites the same file. */
function createFileMailer(dir: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (message) => {
      const { message: raw } = await transport.sendMail({ ...FRAME, ...message })
      if (!Buffer.isBuffer(raw)) throw new TypeError('The mail was not written to memory')
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const [id] = /[\w-]+/.exec(message.messageId) ?? []
      const file = join(dir, `${id}.eml`)
      await writeFile(`${file}.tmp`, raw, { mode: 0o600 })
      await rename(`${file}.tmp`, file)
    },
    close: async () => {},
  }
}

/**
 * Tests the SMTP server: begins a mail from the address to itself, and breaks off before the text, so that nothing is sent.
 * @returns whether the connection is encrypted
 * @throws Error of nodemailer: `code` says what failed, `response` what the server answered
 */
export async function trySender(smtpUrl: string, address: string): Promise<{ isEncrypted: boolean }> {
  const { auth, ...server } = parseConnectionUrl(smtpUrl)
  const connection = new SMTPConnection({ ...describeConnection(smtpUrl), ...server })
  try {
    await new Promise<void>((resolve, reject) => {
      // The library reads the text only once the server has accepted sender and recipient.
      const text = new Readable({
        read() {
          resolve()
          this.destroy()
        },
      })
      const send = () =>
        connection.send({ from: address, to: [address] }, text, (error) => error && reject(error))
      connection.on('error', reject)
      connection.connect((error) => {
        if (error) reject(error)
        else if (auth) connection.login(auth, (refusal) => (refusal ? reject(refusal) : send()))
        else send()
      })
    })
    return { isEncrypted: connection.secure }
  } finally {
    connection.close()
  }
}
