import { compile } from '@fastify/proxy-addr'

/** A shop has a handful of proxies; the rest are those who reach a process without one. */
const KNOWN_AT_MOST = 1_000

/**
 * Whose X-Forwarded-* headers count. To read and compare an address takes longer than to look it up, and each request asks.
 * @param addresses as `TRUST_PROXY` has them: addresses or subnets, by commas
 */
export function trustProxies(addresses: string): (address: string, hop: number) => boolean {
  const isTrusted = compile(addresses.split(',').map((address) => address.trim()))
  const known = new Map<string, boolean>()
  return (address, hop) => {
    const before = known.get(address)
    if (before !== undefined) return before
    const answer = isTrusted(address, hop)
    if (known.size < KNOWN_AT_MOST) known.set(address, answer)
    return answer
  }
}
