/** What production refuses to start with, though it would run (docs/deployment.md, What production refuses). */

interface Connection {
  /** As `ALLOW_PLAINTEXT` names it. */
  name: string
  variable: string
  isProtected: (url: URL) => boolean
  remedy: string
}

const isHttps = ({ protocol }: URL) => protocol === 'https:'
const ENCRYPTED_SSL_MODES = ['require', 'verify-ca', 'verify-full']

/** Passwords, tokens and people's data travel over each of these. */
const CONNECTIONS: readonly Connection[] = [
  { name: 'origin', variable: 'PUBLIC_ORIGIN', isProtected: isHttps, remedy: 'https://' },
  {
    name: 'database',
    variable: 'DATABASE_URL',
    isProtected: ({ searchParams }) => ENCRYPTED_SSL_MODES.includes(searchParams.get('sslmode') ?? ''),
    remedy: '?sslmode=verify-full',
  },
  {
    name: 'redis',
    variable: 'REDIS_URL',
    isProtected: ({ protocol, password }) => protocol === 'rediss:' && password !== '',
    remedy: 'rediss:// and a password',
  },
  {
    name: 'mail',
    variable: 'SMTP_URL',
    isProtected: (url) => url.protocol === 'smtps:' || requiresStartTls(url),
    remedy: 'smtps://, or ?requireTLS=true for STARTTLS,',
  },
  { name: 'provider', variable: 'RAZORPAY_API_URL', isProtected: isHttps, remedy: 'https://' },
]

export const PLAINTEXT_NAMES = CONNECTIONS.map(({ name }) => name)

/** With a user name the transport always does: a password is never sent unencrypted. */
const requiresStartTls = ({ username, searchParams }: URL) =>
  username !== '' || searchParams.get('requireTLS') === 'true'

/** @param hostname of a URL: an IPv6 address is in brackets */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname)
}

/** PostgreSQL's URLs may name the host, or the folder of a socket, as a parameter. */
function isOnThisMachine({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host.startsWith('/') || isLoopback(host)
}

/** @returns one line for each problem, without the values */
export function findUnsafe(source: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  const allowed = splitList(source.ALLOW_PLAINTEXT)
  for (const { name, variable, isProtected, remedy } of CONNECTIONS) {
    const value = source[variable] ?? ''
    if (!URL.canParse(value) || allowed.includes(name)) continue
    const url = new URL(value)
    if (isProtected(url) || isOnThisMachine(url)) continue
    problems.push(`${variable} is unprotected: use ${remedy} or name ${name} in ALLOW_PLAINTEXT`)
  }
  if (splitList(source.TRUST_PROXY).some(isTooWide)) {
    problems.push('TRUST_PROXY believes too many: name the proxy’s own address, or its private network')
  }
  if (source.RAZORPAY_KEY_ID?.startsWith('rzp_test_') && source.ALLOW_TEST_KEYS !== 'on') {
    problems.push(
      'RAZORPAY_KEY_ID is a test key, which takes no money: use a live one or set ALLOW_TEST_KEYS=on',
    )
  }
  return problems
}

export function splitList(list: string | undefined): string[] {
  return (list ?? '').split(',').map((item) => item.trim())
}

/** Wider than any private network, or all of IPv4 in the notation of IPv6. Anybody could then choose their own address. */
function isTooWide(range: string): boolean {
  const [address = '', bits] = range.split('/')
  if (bits === undefined) return false
  const fewestBits = address.startsWith('::') ? 104 : address.includes(':') ? 16 : 8
  return !(Number(bits) >= fewestBits)
}
