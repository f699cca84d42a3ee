/** A real SMTP server for tests: it stores the mails, and can refuse them or stop. */
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

export interface ReceivedMail extends Email {
  /** Raw source as received. */
  raw: string
  recipients: string[]
}

export interface TestSmtpServer {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** Peak number of connected clients. */
  mostConnections: number
  /** Response to every recipient. Unset: all are accepted. */
  refusal: { code: number; message: string } | undefined
  stop(): Promise<void>
  /** Starts again on the same port. */
  start(): Promise<void>
}

export async function openSmtpServer(): Promise<TestSmtpServer> {
  let port = 0
  let server: SMTPServer | undefined
  let connections = 0
  const test: TestSmtpServer = {
    get url() {
      return `smtp://127.0.0.1:${port}`
    },
    mails: [],
    mostConnections: 0,
    refusal: undefined,
    stop: () => new Promise<void>((done) => (server ? server.close(() => done()) : done())),
    start: async () => {
      server = new SMTPServer({
        disabledCommands: ['AUTH', 'STARTTLS'],
        logger: false,
        closeTimeout: 500,
        onConnect: (_session, callback) => {
          connections += 1
          test.mostConnections = Math.max(test.mostConnections, connections)
          callback()
        },
        onClose: () => {
          connections -= 1
        },
        onRcptTo: (_address, _session, callback) => {
          const { refusal } = test
          if (!refusal) return callback()
          callback(Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
        },
        onData: (stream, session, callback) => {
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', async () => {
            const raw = Buffer.concat(chunks)
            const parsed = await PostalMime.parse(raw)
            const recipients = session.envelope.rcptTo.map(({ address }) => address)
            test.mails.push({ ...parsed, raw: raw.toString('utf8'), recipients })
            callback()
          })
        },
      })
      // Tests break connections off on purpose.
      server.on('error', () => {})
      await new Promise<void>((done) => server?.listen(port, '127.0.0.1', done))
      port = (server.server.address() as AddressInfo).port
    },
  }
  await test.start()
  afterAll(() => test.stop())
  return test
}
