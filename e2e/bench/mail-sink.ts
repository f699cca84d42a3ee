/** A mail server that accepts every mail and stores none. The HTTP server on PORT only shows that it is ready. */
import { createServer } from 'node:http'
import { SMTPServer } from 'smtp-server'

const port = Number(process.env.PORT)
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData: (stream, _session, done) => {
    stream.resume()
    stream.once('end', () => done())
  },
})
smtp.listen(Number(process.env.SMTP_PORT), '127.0.0.1')
const ready = createServer((_request, response) => response.end()).listen(port, '127.0.0.1')
process.once('SIGTERM', () => {
  ready.close()
  smtp.close(() => process.exit(0))
})
