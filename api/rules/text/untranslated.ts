/** Finds text that browsers must not translate: names such as the brand's, codes, and document numbers (docs/decisions/074-page-translation.md). */

/** Each pattern has examples that no other one matches. */
const KINDS = [
  // #12
  String.raw`#\d+`,
  // CN-26-27-000007, 2027-000007
  String.raw`(?:CN-)?\d\d(?:\d\d|-\d\d)-\d{6}`,
  // pay_29QQoUBi66xm2f, whsec_…
  '[a-z]+_[A-Za-z0-9_+/-]+=*',
  // 3f0c2f4e-8c1d-4c0b-9a43-5c9d6f1f6f0a
  '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  // INV-12, WELCOME10
  String.raw`(?=[A-Z0-9_-]*[A-Z])(?=[A-Z0-9_-]*\d)[A-Z0-9][A-Z0-9_-]+[A-Z0-9]`,
]
/** A coupon code may look like any word in capitals, so the words around it decide: 'Coupon ONHOUSE', 'Discount (ONHOUSE)', 'ONHOUSE is in use again.' */
const CODE = '[A-Z][A-Z_-]+[A-Z]'
const BEFORE_CODE = String.raw`[Cc]oupon |[Cc]ode |\(`
const AFTER_FIRST = '(?=$| is | · )'

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/**
 * @param names the longest first
 * @returns a function that splits a text into pieces that alternate between translatable and not
 * @example createSplit(['Acme'])('Pay INV-12 at Acme.') // ['Pay ', 'INV-12', ' at ', 'Acme', '.']
 */
export function createSplit(names: string[]): (text: string) => string[] {
  const kinds = [...names.map(escapePattern), ...KINDS].join('|')
  const pattern = new RegExp(
    String.raw`(?:(^|[^\p{L}\p{M}\p{N}_@/.&-])(${kinds})|(${BEFORE_CODE})(${CODE})|^(${CODE})${AFTER_FIRST})(?![\p{L}\p{M}\p{N}_@])`,
    'gu',
  )
  return (text) => {
    const parts: string[] = []
    let at = 0
    for (const match of text.matchAll(pattern)) {
      const kept = match[2] ?? match[4] ?? match[5] ?? ''
      const start = match.index + match[0].length - kept.length
      parts.push(text.slice(at, start), kept)
      at = start + kept.length
    }
    return [...parts, text.slice(at)]
  }
}

/** Matches a comment, an element that holds nothing but text or no text at all, a tag, or a text. */
const PIECES =
  /<!--[\s\S]*?-->|<(script|style|textarea|title|option|svg)\b[\s\S]*?<\/\1>|<(?:"[^"]*"|'[^']*'|[^'">])*>|[^<]+/g
const escapeName = (name: string) => name.replaceAll('&', '&amp;').replaceAll("'", '&#39;')

/** @returns a function that marks names and codes in HTML. It skips islands, whose texts site/kit/ui/jsx/texts.ts marks. */
export function createMarker(names: string[]): (html: string) => string {
  const split = createSplit(names.map(escapeName))
  return (html) => {
    let islands = 0
    let tag = ''
    return html.replaceAll(PIECES, (piece) => {
      if (piece.startsWith('<')) {
        if (piece.startsWith('<astro-island')) islands += 1
        if (piece.startsWith('</astro-island')) islands -= 1
        tag = piece
        return piece
      }
      if (islands > 0 || tag.includes(' translate="no"')) return piece
      return split(piece).reduce((all, part, index) =>
        index % 2 ? `${all}<span translate="no">${part}</span>` : all + part,
      )
    })
  }
}
