/** A real IMAP server: Debian's dovecot, with one mailbox, on a free port of this machine. */
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { findFreePort } from '#db/connection/ports.ts'
import { ensureInstalled, succeeds } from '#db/testing/debian.ts'
import type { Certificate } from './authority.ts'
import { Program } from './program.ts'

const USER = 'reply'
const PASSWORD = 'pass @ word/'

const isInstalled = () =>
  succeeds('dovecot', ['--version']) && succeeds('test', ['-e', '/usr/lib/dovecot/imap'])

/** Found on the PATH, else installed from Debian. @throws Error with what to install */
export const ensureDovecot = () => ensureInstalled(isInstalled, 'dovecot-imapd')

export class Dovecot {
  readonly url: string
  /** TLS from the first byte, if the server has a certificate. */
  readonly tlsUrl: string
  readonly #port: number
  readonly #dir: string
  readonly #program: Program

  private constructor(port: number, tlsPort: number, dir: string, program: Program) {
    this.#port = port
    this.url = `imap://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/INBOX`
    this.tlsUrl = `imaps://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${tlsPort}/INBOX`
    this.#dir = dir
    this.#program = program
  }

  /** @param tls its certificate, with which it also offers STARTTLS */
  static async start(tls?: Certificate): Promise<Dovecot> {
    const port = await findFreePort()
    const tlsPort = tls ? await findFreePort() : 0
    // Below /tmp, because paths of sockets must be short.
    const dir = await mkdtemp('/tmp/dovecot-')
    await chmod(dir, 0o755)
    const isRoot = process.getuid?.() === 0
    // Started by root, its processes run as the users of Debian's package. The mails must belong to a user other than root.
    const { uid, gid } = isRoot ? { uid: 65_534, gid: 65_534 } : userInfo()
    const mails = join(dir, 'mails')
    await mkdir(mails)
    await chown(mails, uid, gid)
    const own = userInfo().username
    await writeFile(join(dir, 'users'), `${USER}:{PLAIN}${PASSWORD}:${uid}:${gid}::${mails}::\n`)
    await writeFile(
      join(dir, 'dovecot.conf'),
      `base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = ${dir}/log
protocols = imap
listen = 127.0.0.1
${tls ? `ssl = yes\nssl_cert = <${tls.certificate}\nssl_key = <${tls.privateKey}` : 'ssl = no'}
disable_plaintext_auth = no
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${mails}
${isRoot ? '' : `default_internal_user = ${own}\ndefault_login_user = ${own}\n`}
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${dir}/users
}
userdb {
  driver = passwd-file
  args = username_format=%u ${dir}/users
}
namespace inbox {
  inbox = yes
}
service imap-login {
  ${isRoot ? '' : 'chroot ='}
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
`,
    )
    const program = new Program('dovecot', ['-F', '-c', join(dir, 'dovecot.conf')])
    const dovecot = new Dovecot(port, tlsPort, dir, program)
    await program.until(() => dovecot.use(async () => true))
    return dovecot
  }

  /** Uses the mailbox as its owner's mail program would. */
  async use<Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: this.#port,
      secure: false,
      doSTARTTLS: false,
      logger: false,
      auth: { user: USER, pass: PASSWORD },
    })
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.logout()
    }
  }

  /** Puts a mail into the inbox, as the mail provider's server does. */
  async receive(raw: string): Promise<void> {
    await this.use((client) => client.append('INBOX', raw.replaceAll(/\r?\n/g, '\r\n')))
  }

  /** @returns the number of mails in a folder, and how many of them are marked as seen */
  async count(folder = 'INBOX'): Promise<{ messages: number; seen: number }> {
    return this.use(async (client) => {
      const { messages = 0, unseen = 0 } =
        (await client.status(folder, { messages: true, unseen: true })) || {}
      return { messages, seen: messages - unseen }
    })
  }

  /** Empties the inbox. */
  async clear(): Promise<void> {
    await this.use(async (client) => {
      await client.mailboxOpen('INBOX')
      await client.messageDelete('1:*')
    })
  }

  async stop(): Promise<void> {
    await this.#program.stop()
    await rm(this.#dir, { recursive: true, force: true })
  }
}
