/** A certificate authority that no machine trusts, made by openssl in its own folder. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installFromDebian, succeeds } from '#db/testing/debian.ts'

const CONFIGURATION = `[ca]
default_ca = own
[own]
database = issued
serial = serial
new_certs_dir = .
unique_subject = no
default_md = sha256
policy = names
copy_extensions = copy
[names]
commonName = supplied
`

/** The paths of two PEM files. */
export interface Certificate {
  certificate: string
  privateKey: string
}

/** Makes a certificate that is its own root. @param names such as `IP:127.0.0.1,DNS:localhost` */
export function signItself(dir: string, file: string, names: string): Certificate {
  const made = { certificate: join(dir, `${file}.pem`), privateKey: join(dir, `${file}.key`) }
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${file}`],
      ...['-addext', `subjectAltName=${names}`, '-keyout', made.privateKey, '-out', made.certificate],
    ],
    { stdio: 'ignore' },
  )
  return made
}

export class Authority {
  /** The path of the authority's own certificate. */
  readonly certificate: string
  readonly #dir: string

  private constructor(dir: string) {
    this.#dir = dir
    this.certificate = join(dir, 'authority.pem')
  }

  static async create(): Promise<Authority> {
    if (!succeeds('openssl', ['version'])) installFromDebian('openssl')
    const authority = new Authority(await mkdtemp('/tmp/authority-'))
    await writeFile(join(authority.#dir, 'authority.cnf'), CONFIGURATION)
    await writeFile(join(authority.#dir, 'issued'), '')
    await writeFile(join(authority.#dir, 'serial'), '01\n')
    signItself(authority.#dir, 'authority', 'DNS:authority')
    return authority
  }

  issue(file: string, names: string, { from = '20260101', until = '20460101' } = {}): Certificate {
    this.#openssl(
      ...['req', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${file}`],
      ...['-addext', `subjectAltName=${names}`, '-keyout', `${file}.key`, '-out', `${file}.csr`],
    )
    this.#openssl(
      ...['ca', '-batch', '-notext', '-config', 'authority.cnf', '-in', `${file}.csr`, '-out', `${file}.pem`],
      ...['-cert', 'authority.pem', '-keyfile', 'authority.key'],
      ...['-startdate', `${from}000000Z`, '-enddate', `${until}000000Z`],
    )
    return {
      certificate: join(this.#dir, `${file}.pem`),
      privateKey: join(this.#dir, `${file}.key`),
    }
  }

  #openssl(...args: string[]): void {
    execFileSync('openssl', args, { cwd: this.#dir, stdio: 'ignore' })
  }

  async remove(): Promise<void> {
    await rm(this.#dir, { recursive: true, force: true })
  }
}
