import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { describeConnection } from './transport.ts'

/**
 * Tests the SMTP server: begins a mail from the address to itself, and breaks off before its text, so that nothing is sent.
 * @returns whether the connection is encrypted
 * @throws Error of nodemailer: its `code` says what failed, its `response` what the server answered
 */
export async function trySender(smtpUrl: string, address: string): Promise<{ isEncrypted: boolean }> {
  const { auth, ...server } = parseConnectionUrl(smtpUrl)
  const connection = new SMTPConnection({ ...describeConnection(smtpUrl), ...server })
  try {
    await new Promise<void>((resolve, reject) => {
      // The library reads the text once the server has accepted sender and recipient.
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
