/** Unsafe settings with which production refuses to start (docs/deployment.md, What production refuses). */
import { type Connection, DATABASES, findPlaintext, isLoopback, splitList } from '#db/connection/plaintext.ts'
import { isTestKey, PAYMENT_API_URL, PAYMENT_CREDENTIALS } from './payment-variables.ts'

const isHttps = ({ protocol }: URL) => protocol === 'https:'

/** Connections that carry passwords, tokens or personal data. */
const CONNECTIONS: readonly Connection[] = [
  { name: 'origin', variable: 'PUBLIC_ORIGIN', isProtected: isHttps, remedy: 'https://' },
  ...DATABASES,
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
  { name: 'provider', variable: PAYMENT_API_URL, isProtected: isHttps, remedy: 'https://' },
  {
    name: 'files',
    variable: 'FILE_STORE',
    isProtected: hasSafeEndpoint,
    remedy: 'an endpoint with https://',
  },
]

export const PLAINTEXT_NAMES = [...new Set(CONNECTIONS.map(({ name }) => name))]

/** Without an endpoint the bucket is on Amazon S3, over https. */
function hasSafeEndpoint({ searchParams }: URL): boolean {
  const endpoint = searchParams.get('endpoint') ?? 'https://amazonaws.com'
  return URL.canParse(endpoint) && (isHttps(new URL(endpoint)) || isLoopback(new URL(endpoint).hostname))
}

/** With a user name the mail transport always requires STARTTLS, so the password is never sent unencrypted. */
const requiresStartTls = ({ username, searchParams }: URL) =>
  username !== '' || searchParams.get('requireTLS') === 'true'

/** @returns one line per problem; variables' values are left out, because they may be secrets */
export function findUnsafe(source: Record<string, string | undefined>): string[] {
  const problems = findPlaintext(CONNECTIONS, source)
  if (splitList(source.TRUST_PROXY).some(isTooWide)) {
    problems.push(
      'TRUST_PROXY trusts too many addresses: name the proxy’s own address, or its private network',
    )
  }
  const [keyName] = PAYMENT_CREDENTIALS
  if (isTestKey(source[keyName] ?? '') && source.ALLOW_TEST_KEYS !== 'on') {
    problems.push(`${keyName} is a test key, which takes no money: use a live one or set ALLOW_TEST_KEYS=on`)
  }
  return problems
}

/**
 * Whether a trusted range is wider than any private network, or is all of IPv4 in IPv6 notation. With such a range any
 * client could fake its address.
 */
function isTooWide(range: string): boolean {
  const [address = '', bits] = range.split('/')
  if (bits === undefined) return false
  const fewestBits = address.startsWith('::') ? 104 : address.includes(':') ? 16 : 8
  return !(Number(bits) >= fewestBits)
}
