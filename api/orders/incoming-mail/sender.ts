/** Checks a mail's sender: whether the mail server confirms its From (RFC 8601), and whether a program wrote it. */

export interface Header {
  /** In lower case. */
  key: string
  value: string
}

/**
 * Whether From is confirmed. Reads only the topmost Authentication-Results header, because the sender may have added others.
 * @param address the only address allowed in From
 */
export function isConfirmed(
  headers: readonly Header[],
  { address, from, authservId }: { address: string; from: string | undefined; authservId: string },
): boolean {
  const isAlone = headers.filter(({ key }) => key === 'from').length === 1
  if (!isAlone || from?.toLowerCase() !== address.toLowerCase()) return false
  const top = headers.find(({ key }) => key === 'authentication-results')?.value ?? ''
  const [name = '', ...results] = withoutQuoted(top).toLowerCase().split(';')
  if (name.trim().split(/\s/)[0] !== authservId.toLowerCase()) return false
  const [, domain = ''] = address.toLowerCase().split('@')
  const read = results.map((result) => result.trim().split(/\s+/))
  const verdicts = (method: string) => read.filter(([first = '']) => first.startsWith(`${method}=`))
  const dmarc = verdicts('dmarc')
  if (dmarc.length > 0)
    return dmarc.every(
      ([first, ...parts]) => first === 'dmarc=pass' && parts.includes(`header.from=${domain}`),
    )
  return verdicts('dkim').some(
    ([first, ...parts]) => first === 'dkim=pass' && parts.some((part) => isAligned(part, domain)),
  )
}

/** Whether the signing domain is that of From, or a parent of it. */
function isAligned(part: string, domain: string): boolean {
  const [name, signer = ''] = part.split('=')
  return name === 'header.d' && signer.includes('.') && `.${domain}`.endsWith(`.${signer}`)
}

/** Strips quoted strings and comments, which a sender may fill with anything. */
function withoutQuoted(value: string): string {
  let outside = ''
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at]
    if (character === '\\') at += 1
    else if (character === '"' && depth === 0) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '(') depth += 1
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) outside += character
  }
  return outside
}

const BULK = /^\s*(bulk|junk|list|auto_reply)\b/i

/** @returns why the mail is not a person's reply; undefined if a person may have written it */
export function findAutomatic(headers: readonly Header[], from: string | undefined, own: readonly string[]) {
  const values = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value.trim())
  if (from === undefined || own.some((address) => isSameMailbox(address, from)))
    return 'It came from the shop itself'
  if (values('auto-submitted').some((value) => !/^no\b/i.test(value))) return 'It is an automatic reply'
  if (values('precedence').some((value) => BULK.test(value))) return 'It is an automatic reply'
  if (['x-autoreply', 'x-autorespond', 'x-auto-response'].some((name) => values(name).length > 0))
    return 'It is an automatic reply'
  if (values('list-id').length > 0) return 'It came through a mailing list'
  if (
    values('return-path').includes('<>') ||
    values('content-type').some((value) => /^multipart\/report/i.test(value))
  )
    return 'It is a delivery report'
  return undefined
}

const isSameMailbox = (one: string, other: string) => stripTag(one) === stripTag(other)
const stripTag = (address: string) => address.toLowerCase().replace(/\+[^@]*@/, '@')
