/**
 * Decides which addresses a webhook may be sent to. An admin, or somebody in control of an admin's browser, must not make the
 * shop call services of its private network (docs/decisions/040-outgoing-webhooks.md).
 */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** In a public range, but used by Azure for its metadata service. */
const METADATA_ADDRESSES = new Set(['168.63.129.16'])
/** The global unicast range. Every other IPv6 address is local, mapped or reserved. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

export interface Address {
  address: string
  family: number
}
export type Resolve = (hostname: string) => Promise<Address[]>

/** Thrown where a name resolves to an address that is not public. */
export class AddressRefused extends Error {}

/** @param address as the resolver writes it, IPv4 or IPv6 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || METADATA_ADDRESSES.has(parsed.toString())) return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6)
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Checks an address without resolving its name. @returns a text for people; undefined where nothing is wrong */
export function findFault(text: string, arePrivateAllowed: boolean): string | undefined {
  if (!URL.canParse(text)) return 'This is not an address such as https://example.com/hooks'
  const url = new URL(text)
  const protocols = arePrivateAllowed ? ['https:', 'http:'] : ['https:']
  if (!protocols.includes(url.protocol)) return 'The address must begin with https://'
  if (url.username || url.password) return 'The address must hold no user name and no password'
  if (url.hash) return 'The address must hold no #'
  const host = hostOf(url)
  const isLocalName = host === 'localhost' || host.endsWith('.localhost')
  if (!arePrivateAllowed && (isLocalName || (isIP(host) && !isPublicAddress(host)))) {
    return 'The address must be on the public internet'
  }
  return undefined
}

/**
 * Resolves a name once. The connection must use the returned address, because resolving the name again may give another one.
 * @throws AddressRefused where any of its addresses is not public; Error where the name is unknown
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
  if (!target) throw new AddressRefused(`${host} leads nowhere`)
  return target
}
