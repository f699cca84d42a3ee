/**
 * Decides which addresses webhooks may be sent to (SSRF protection). An admin, or an attacker in control of an admin's
 * browser, must not make the shop call services in its private network (docs/decisions/040-outgoing-webhooks.md).
 */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Azure's metadata service, which uses an address in a public range. */
const METADATA_ADDRESSES = new Set(['168.63.129.16'])
/** Global unicast. All other IPv6 addresses are local, mapped or reserved. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

export interface Address {
  address: string
  family: number
}
export type Resolve = (hostname: string) => Promise<Address[]>

/** The host name resolves to an address that is not public. */
export class AddressRefused extends Error {}

/** @param address IPv4 or IPv6, as the resolver returns it */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || METADATA_ADDRESSES.has(parsed.toString())) return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6)
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Checks a URL without resolving its host name. @returns a message for people; undefined if nothing is wrong */
export function findFault(text: string, arePrivateAllowed: boolean): string | undefined {
  if (!URL.canParse(text)) return 'This is not an address such as https://example.com/hooks'
  const url = new URL(text)
  const protocols = arePrivateAllowed ? ['https:', 'http:'] : ['https:']
  if (!protocols.includes(url.protocol)) return 'The address must begin with https://'
  if (url.username || url.password) return 'The address must not contain a user name or password'
  if (url.hash) return 'The address must not contain #'
  const host = hostOf(url)
  const isLocalName = host === 'localhost' || host.endsWith('.localhost')
  if (!arePrivateAllowed && (isLocalName || (isIP(host) && !isPublicAddress(host)))) {
    return 'The address must be on the public internet'
  }
  return undefined
}

/**
 * Resolves the host name once. The connection must use the returned address, because a second resolution may give another
 * one.
 * @throws AddressRefused if any of its addresses is not public; Error if the name is unknown
 */
export async function findTarget(
  url: URL,
  arePrivateAllowed: boolean,
  resolve: Resolve = (name) => lookup(name, { all: true }),
) {
  const host = hostOf(url)
  const found = await resolve(host)
  const refused = found.find(({ address }) => !arePrivateAllowed && !isPublicAddress(address))
  if (refused)
    throw new AddressRefused(`${host} leads to ${refused.address}, which is not on the public internet`)
  const [target] = found
  if (!target) throw new AddressRefused(`${host} cannot be found`)
  return target
}
