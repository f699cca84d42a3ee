import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { describeConnection } from './transport.ts'

/**
 * Goes as far as a mail goes before its text, from an address to itself, and breaks off: nothing is sent.
 * @returns whether the connection is encrypted
 * @throws Error of nodemailer: its `code` says what failed, its `response` what the server answered
 */
export async function trySender(smtpUrl: string, address: string): Promise<{ isEncrypted: boolean }> {
  const { auth, ...server } = parseConnectionUrl(smtpUrl)
  const connection = new SMTPConnection({ ...describeConnection(smtpUrl), ...server })
  try {
    await new Promise<void>((resolve, reject) => {
      // It is read only once sender and recipient were accepted.
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
