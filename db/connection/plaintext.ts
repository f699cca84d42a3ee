/** Finds connections without encryption (docs/deployment.md, What production refuses). */

export interface Connection {
  /** The name in `ALLOW_PLAINTEXT`. */
  name: string
  variable: string
  isProtected: (url: URL) => boolean
  remedy: string
}

const ENCRYPTED_SSL_MODES = ['require', 'verify-ca', 'verify-full']

export const DATABASES: readonly Connection[] = ['DATABASE_URL', 'DATABASE_OWNER_URL'].map((variable) => ({
  name: 'database',
  variable,
  isProtected: ({ searchParams }) => ENCRYPTED_SSL_MODES.includes(searchParams.get('sslmode') ?? ''),
  remedy: '?sslmode=verify-full',
}))

/** @param hostname of a URL, with an IPv6 address in brackets */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname)
}

/** A PostgreSQL URL may have the host, or the folder of a socket, as a parameter. */
function isOnThisMachine({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host.startsWith('/') || isLoopback(host)
}

export function splitList(list: string | undefined): string[] {
  return (list ?? '').split(',').map((item) => item.trim())
}

/** @returns a line for each variable whose connection is neither encrypted nor allowed, without the secret value */
export function findPlaintext(
  connections: readonly Connection[],
  source: Record<string, string | undefined>,
): string[] {
  const allowed = splitList(source.ALLOW_PLAINTEXT)
  return connections.flatMap(({ name, variable, isProtected, remedy }) => {
    const value = source[variable] ?? ''
    if (!URL.canParse(value) || allowed.includes(name)) return []
    const url = new URL(value)
    if (isProtected(url) || isOnThisMachine(url)) return []
    return [`${variable} is unprotected: use ${remedy} or name ${name} in ALLOW_PLAINTEXT`]
  })
}
