/** A mail server with TLS and one user. It stores the mails that it receives. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Certificate } from '#e2e/servers/authority.ts'

const USER = 'shop'

interface ReceivedMail extends Email {
  recipient: string
}

export interface MailServer {
  url: string
  mails: ReceivedMail[]
  stop(): Promise<void>
}

export async function startMailServer(
  { certificate, privateKey }: Certificate,
  password: string,
): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    secure: true,
    cert: await readFile(certificate),
    key: await readFile(privateKey),
    onAuth: ({ username, password: given }, _session, done) =>
      username === USER && given === password
        ? done(null, { user: USER })
        : done(new Error('Wrong user or password')),
    onData: (stream, { envelope }, done) => {
      const receive = async () => {
        const mail = await PostalMime.parse(Buffer.concat(await stream.toArray()))
        for (const { address } of envelope.rcptTo) mails.push({ ...mail, recipient: address })
      }
      // `shop doctor` only tests the connection, and ends it before a mail is complete.
      void receive().then(() => done(), done)
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtps://${USER}:${password}@127.0.0.1:${port}`,
    mails,
    stop: () => new Promise((done) => server.close(() => done())),
  }
}
