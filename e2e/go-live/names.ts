/** Replaces DNS in the run's processes, which preload it. The shop's names lead to this machine, and its domain has SPF and DMARC. */
import dns from 'node:dns'
import { Resolver } from 'node:dns/promises'

const { lookup } = dns
Object.assign(dns, {
  lookup: (name: string, ...rest: [never, never]) =>
    lookup(name.endsWith('.example') ? '127.0.0.1' : name, ...rest),
})

Resolver.prototype.resolveTxt = async (name) => {
  if (name.startsWith('_dmarc.')) return [['v=DMARC1; p=reject']]
  return name.startsWith('_domainkey.') ? [] : [['v=spf1 mx -all']]
}
