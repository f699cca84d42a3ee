/** The mails of the journeys' shop, which writes them to files because it has no mail server. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { expect } from 'playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import type { MailKind } from '#api/contract/operations/mail-kinds.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { DATA_DIR } from '#e2e/support/topology.ts'

/** Long, because mails to all admins of the journeys may be sent first. */
export const MAIL_WAIT_MS = 60_000

/** Waits for the mails of a kind to an address. @returns the mails, oldest first */
export async function receiveMails(
  db: Knex,
  { kind, to, count = 1 }: { kind: MailKind; to: string; count?: number },
): Promise<Email[]> {
  const find = () => OutboxMessage.query(db).where({ kind, toEmail: to, state: 'sent' }).orderBy('id')
  await expect.poll(async () => (await find()).length, { timeout: MAIL_WAIT_MS }).toBe(count)
  return await Promise.all(
    (await find()).map(async ({ messageId }) =>
      PostalMime.parse(await readFile(join(DATA_DIR, 'mail', `${messageId}.eml`))),
    ),
  )
}

/** @returns path, query and fragment of the link in the mail */
export function findLink({ text = '' }: Email, path: string): string {
  const [link = ''] = text.match(/https?:\/\/\S+/g)?.filter((url) => new URL(url).pathname === path) ?? []
  const { pathname, search, hash } = new URL(link)
  return pathname + search + hash
}
