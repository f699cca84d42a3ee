import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { brand } from '#api/content/content.ts'
import { parseEnv } from '#api/platform/environment/env.ts'
import { say } from '#api/platform/logging/terminal.ts'
import type { MailContent } from '#api/platform/mail/content.ts'
import { renderHtml, renderText } from '#api/platform/mail/render.ts'
import { messageIdOf } from '#api/platform/mail/send.ts'
import { createMailer } from '#api/platform/mail/transport.ts'
import { CannotProceed } from '#db/connection/postgres-client.ts'
import { type Command, readOne, WrongUse } from './command.ts'

const CONTENT: MailContent = {
  subject: `Test email from ${brand.name}`,
  preview: 'Your shop can send email.',
  eyebrow: 'The shop',
  heading: 'Email works',
  blocks: [
    'This is what emails from your shop look like. There is nothing you need to do.',
    { type: 'note', text: "If it landed in spam, check the sender's SPF, DKIM and DMARC records." },
  ],
  because: 'someone ran the test command of the shop.',
}

/** Sends a test mail directly and not through the outbox, so that a refusal is shown at once. */
export const command: Command = {
  async run(given) {
    const address = readOne(given, 'address')
    if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new WrongUse(`'${address}' is not an e-mail address`)
    const env = parseEnv(process.env)
    const mailer = createMailer(env)
    try {
      await mailer.send({
        messageId: messageIdOf({ messageId: randomUUID() }),
        to: { name: '', address },
        subject: CONTENT.subject,
        text: renderText(CONTENT),
        html: renderHtml(CONTENT, env.publicOrigin),
      })
    } catch (error) {
      throw new CannotProceed(`The mail was not sent: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    } finally {
      await mailer.close()
    }
    say(
      env.smtpUrl
        ? `✔ The mail server accepted a mail from ${brand.sender.address} to ${address}`
        : `✔ SMTP_URL is not set: the mail was written to ${resolve(env.dataDir, 'mail')}`,
    )
    return 0
  },
}
