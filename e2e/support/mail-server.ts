import { SMTPServer } from 'smtp-server'

export interface Mail {
  messageId: string
  to: string
}

/** Accepts every mail, and notes its Message-ID and recipient in `mails`. */
export function startMailServer(port: number, mails: Mail[]): SMTPServer {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const messageId = /^message-id:\s*(<[^>]+>)/im.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
        const to = session.envelope.rcptTo[0]?.address ?? ''
        mails.push({ messageId, to })
        done()
      })
    },
  })
  // An API process that is killed while it sends a mail causes an error here.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  return server
}
