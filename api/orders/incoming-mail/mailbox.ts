/** Reads incoming mails over IMAP. A mail that was stored or refused is moved to a folder; any other mail stays untouched. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { brand } from '#api/content/content.ts'
import { type ReplyToken, readReplyToken, TOKEN_CHARACTERS } from '#api/orders/conversation/reply-token.ts'
import type { Services } from '#api/platform/app-type.ts'
import type { ReplyMailbox } from '#api/platform/environment/env.ts'
import { openMailbox } from '#api/platform/mail/mailbox.ts'
import { LOGO_CID } from '#api/platform/mail/render.ts'
import { type ReadMail, readHeaders } from './read-mail.ts'
import { findAutomatic, type Header } from './sender.ts'
import { Refusal, takeMail } from './take-mail.ts'

const PROCESSED_FOLDER = 'Processed by the shop'
/** Mails in that folder are deleted after this time; their texts are stored with the order. */
const PROCESSED_KEPT_DAYS = 30
const SECOND_READ_AFTER_MS = 30_000
const MAILS_PER_READ = 100
/** Limited because a mail is read into memory. */
const LARGEST_MAIL_BYTES = 40_000_000
const PARSE_TIMEOUT_MS = 30_000
/** How many ignored mails are remembered; those beyond are looked at again in each run. */
const MOST_IGNORED = 10_000
const RECIPIENT_HEADERS = new Set(['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to'])

type MailReaderServices = Pick<Services, 'db' | 'env' | 'jobs'>
type ReportError = (error: unknown) => void

/** @returns the job that reads the mailbox; with `isWatching`, it reads a second time half a minute later */
export function createMailReader(services: MailReaderServices, report: ReportError) {
  /** Mails that answer none of ours. They are not looked at again. */
  const ignored = new Set<string>()
  /** Mails to try again after all new ones. The one that was tried longest ago comes first. */
  const postponed = new Set<string>()
  return async ({ isWatching = false } = {}): Promise<void> => {
    const { replyMailbox } = services.env
    if (!replyMailbox) return
    const client = await openMailbox(replyMailbox.imapUrl)
    try {
      await readOnce(services, client, replyMailbox, { ignored, postponed, report })
      if (isWatching) {
        await sleep(SECOND_READ_AFTER_MS)
        await readOnce(services, client, replyMailbox, { ignored, postponed, report })
      }
      await deleteOldMails(client)
    } finally {
      await client.logout().catch(() => client.close())
    }
  }
}

async function readOnce(
  services: MailReaderServices,
  client: ImapFlow,
  mailbox: ReplyMailbox,
  { ignored, postponed, report }: { ignored: Set<string>; postponed: Set<string>; report: ReportError },
): Promise<void> {
  await client.noop()
  const [local] = mailbox.address.split('@')
  const tagged = `${local}+`
  const or = [{ to: tagged }, { cc: tagged }, { header: { 'delivered-to': tagged } }]
  const found =
    (await client.search({ or: [...or, { header: { 'x-original-to': tagged } }] }, { uid: true })) || []
  const validity = client.mailbox ? String(client.mailbox.uidValidity) : ''
  const uidByKey = new Map<string, number>(
    found.map((uid) => [`${validity}:${uid}`, uid] as const).filter(([key]) => !ignored.has(key)),
  )
  for (const key of postponed) if (!uidByKey.has(key)) postponed.delete(key)
  // New mails come first, so that nobody can block other people's mails with many mails that must wait.
  const newKeys = [...uidByKey.keys()].filter((key) => !postponed.has(key))
  const uids = [...newKeys, ...postponed].slice(0, MAILS_PER_READ).map((key) => uidByKey.get(key) as number)
  if (uids.length === 0) return
  const mails = await client.fetchAll(uids, { uid: true, size: true, headers: true }, { uid: true })
  for (const mail of mails) {
    const key = `${validity}:${mail.uid}`
    postponed.delete(key)
    try {
      const isDone = await processMail(services, client, mailbox, mail)
      if (isDone) await moveToProcessed(client, mail.uid)
      else if (isDone === undefined && ignored.size < MOST_IGNORED) ignored.add(key)
      else postponed.add(key)
    } catch (error) {
      postponed.add(key)
      // The other mails are still read. The next run tries this one again.
      report(error)
    }
  }
}

/** @returns true if the mail was stored or refused, false if it must wait; undefined if it answers none of our mails */
async function processMail(
  services: MailReaderServices,
  client: ImapFlow,
  mailbox: ReplyMailbox,
  { uid, size = 0, headers: bytes }: FetchMessageObject,
): Promise<boolean | undefined> {
  const { headers, from } = await readHeaders(bytes ?? Buffer.alloc(0))
  const token = findToken(mailbox, headers)
  if (!token || !(await services.db('orders').where({ id: token.orderId }).first('id'))) return undefined
  const messageId = headers.find(({ key }) => key === 'message-id')?.value.trim()
  return takeMail(services, {
    token,
    headers,
    from,
    hash: createHash('sha256')
      .update(messageId || (bytes ?? ''))
      .digest(),
    read: async () => {
      const automatic = findAutomatic(headers, from, [mailbox.address, brand.sender.address])
      if (automatic) throw new Refusal(automatic)
      if (size > LARGEST_MAIL_BYTES) throw new Refusal('It is too large')
      const { source } = (await client.fetchOne(String(uid), { source: true }, { uid: true })) || {}
      if (!source) throw new Error('A mail has gone from the mailbox')
      return parseInWorker(source).catch(() => {
        throw new Refusal('It cannot be read')
      })
    },
  })
}

/** Parses a mail in a worker thread. @throws Error if it is not a mail, or takes too long or too much memory */
async function parseInWorker(raw: Uint8Array): Promise<ReadMail> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: { raw, ownContentId: LOGO_CID },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  try {
    const [mail] = await once(worker, 'message', { signal: AbortSignal.timeout(PARSE_TIMEOUT_MS) })
    return mail as ReadMail
  } finally {
    await worker.terminate()
  }
}

function findToken({ address, keys }: ReplyMailbox, headers: readonly Header[]): ReplyToken | undefined {
  const [local = '', domain = ''] = address.split('@').map((part) => RegExp.escape(part))
  const pattern = new RegExp(`(?<![\\w.+-])${local}\\+(${TOKEN_CHARACTERS})@${domain}(?![\\w.-])`, 'gi')
  return headers
    .filter(({ key }) => RECIPIENT_HEADERS.has(key))
    .flatMap(({ value }) => [...value.matchAll(pattern)].map(([, token = '']) => readReplyToken(keys, token)))
    .find((token) => token !== undefined)
}

async function moveToProcessed(client: ImapFlow, uid: number): Promise<void> {
  await client.mailboxCreate(PROCESSED_FOLDER)
  await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
  await client.messageMove(String(uid), PROCESSED_FOLDER, { uid: true })
}

async function deleteOldMails(client: ImapFlow): Promise<void> {
  await client.mailboxCreate(PROCESSED_FOLDER)
  await client.mailboxOpen(PROCESSED_FOLDER)
  const before = new Date(Date.now() - PROCESSED_KEPT_DAYS * 86_400_000)
  const old = (await client.search({ before }, { uid: true })) || []
  if (old.length > 0) await client.messageDelete(old, { uid: true })
}
