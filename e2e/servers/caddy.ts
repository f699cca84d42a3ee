/**
 * A real Caddy with production's file (api/deploy/Caddyfile) on other ports, and a real certificate authority (Let's Encrypt's
 * Pebble), which finds every name on this machine.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect } from 'node:tls'
import { findFreePort } from '#db/connection/ports.ts'
import { ensureInstalled, succeeds } from '#db/testing/debian.ts'
import { type Certificate, signItself } from './authority.ts'
import { adapt, Program } from './program.ts'

const CONFIGURATION = resolve(import.meta.dirname, '..', '..', 'api', 'deploy', 'Caddyfile')
export const HOST = 'shop.example'

const PROGRAMS = ['caddy', 'pebble', 'pebble-challtestsrv']

const isInstalled = () => PROGRAMS.every((program) => succeeds('sh', ['-c', `command -v ${program}`]))

/** Found on the PATH, else installed from Debian. @throws Error with what to install */
export const ensureCaddy = () => ensureInstalled(isInstalled, 'caddy', 'pebble', 'openssl')

/** Issues certificates by ACME to the server that it reaches under a name. No browser trusts its root. */
export class CertificateAuthority {
  readonly directoryUrl: string
  /** The TLS certificate of the authority's own address. */
  readonly address: Certificate
  /** Root of the certificates that it issues, as PEM. */
  readonly root: string
  readonly #programs: Program[]

  private constructor(directoryUrl: string, address: Certificate, root: string, programs: Program[]) {
    this.directoryUrl = directoryUrl
    this.address = address
    this.root = root
    this.#programs = programs
  }

  static async start(dir: string, ports: { http: number; https: number }): Promise<CertificateAuthority> {
    const [dnsPort, port, managementPort, dnsManagementPort] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ]
    const address = signItself(dir, 'authority', 'DNS:localhost,IP:127.0.0.1')
    const configuration = join(dir, 'pebble.json')
    await writeFile(
      configuration,
      JSON.stringify({
        pebble: {
          listenAddress: `127.0.0.1:${port}`,
          managementListenAddress: `127.0.0.1:${managementPort}`,
          ...address,
          httpPort: ports.http,
          tlsPort: ports.https,
        },
      }),
    )
    const dns = new Program('pebble-challtestsrv', [
      '-dns01',
      `127.0.0.1:${dnsPort}`,
      '-management',
      `127.0.0.1:${dnsManagementPort}`,
      '-defaultIPv6',
      '',
      ...['-http01', '', '-https01', '', '-tlsalpn01', ''],
    ])
    const pebble = new Program(
      'pebble',
      ['-config', configuration, '-dnsserver', `127.0.0.1:${dnsPort}`],
      // Turns off Pebble's random waiting and rejecting of nonces.
      { env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' } },
    )
    const ca = await readFile(address.certificate, 'utf8')
    let root = ''
    await pebble.until(async () => {
      root = await read(`https://127.0.0.1:${managementPort}/roots/0`, ca)
      return root.includes('BEGIN CERTIFICATE')
    })
    return new CertificateAuthority(`https://127.0.0.1:${port}/dir`, address, root, [pebble, dns])
  }

  async stop(): Promise<void> {
    for (const program of this.#programs) await program.stop()
  }
}

function read(url: string, ca: string): Promise<string> {
  const { promise, resolve: done, reject } = Promise.withResolvers<string>()
  get(url, { ca }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    response.once('end', () => done(text))
  }).once('error', reject)
  return promise
}

export class Caddy {
  readonly ports: { http: number; https: number }
  readonly authority: CertificateAuthority
  readonly #dir: string
  #program: Program | undefined

  private constructor(dir: string, ports: { http: number; https: number }, authority: CertificateAuthority) {
    this.#dir = dir
    this.ports = ports
    this.authority = authority
  }

  /** Does not start Caddy: the processes behind it need its origin first. */
  static async create(): Promise<Caddy> {
    const dir = await mkdtemp(join(tmpdir(), 'shop-caddy-'))
    const ports = { http: await findFreePort(), https: await findFreePort() }
    return new Caddy(dir, ports, await CertificateAuthority.start(dir, ports))
  }

  get origin(): string {
    return `https://${HOST}:${this.ports.https}`
  }

  /** Resolves when Caddy has a certificate of the authority. */
  async start(nginxUrl: string): Promise<void> {
    const configuration = await adapt(CONFIGURATION, {
      'nginx:8080': new URL(nginxUrl).host,
      'read_header 10s': 'read_header 1s',
      '\tadmin off': [
        '\tadmin off',
        'default_bind 127.0.0.1',
        `http_port ${this.ports.http}`,
        `https_port ${this.ports.https}`,
        `acme_ca ${this.authority.directoryUrl}`,
        `acme_ca_root ${this.authority.address.certificate}`,
      ].join('\n\t'),
    })
    const file = join(this.#dir, 'Caddyfile')
    await writeFile(file, configuration)
    this.#program = new Program('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: {
        ...process.env,
        PUBLIC_ORIGIN: `https://${HOST}`,
        XDG_DATA_HOME: this.#dir,
        XDG_CONFIG_HOME: this.#dir,
      },
    })
    await this.#program.until(async () => Boolean(await this.readCertificate()))
  }

  /** @throws Error if it is not one of the authority */
  async readCertificate(): Promise<X509Certificate> {
    const { promise, resolve: done, reject } = Promise.withResolvers<void>()
    const socket = connect({
      host: '127.0.0.1',
      port: this.ports.https,
      servername: HOST,
      ca: this.authority.root,
    })
    socket.once('secureConnect', () => done()).once('error', reject)
    await promise
    const certificate = new X509Certificate(socket.getPeerCertificate().raw)
    socket.destroy()
    return certificate
  }

  /** @returns flags with which a browser finds the host on this machine and trusts its certificate */
  async listBrowserFlags(): Promise<string[]> {
    const key = (await this.readCertificate()).publicKey.export({ type: 'spki', format: 'der' })
    const fingerprint = createHash('sha256').update(key).digest('base64')
    return [
      `--ignore-certificate-errors-spki-list=${fingerprint}`,
      `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
    ]
  }

  async stop(): Promise<void> {
    await this.#program?.stop()
  }

  async remove(): Promise<void> {
    await this.stop()
    await this.authority.stop()
    await rm(this.#dir, { recursive: true, force: true })
  }
}
