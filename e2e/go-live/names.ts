/** Loaded first by the processes of the walk: stands for the DNS of a shop whose names lead here and whose mails are signed. */
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
