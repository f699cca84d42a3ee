import { currencies } from 'virtual:content'
import { formatIn, type Priced, planIn } from '#api/rules/money/priced.ts'

const sold = [currencies.default, ...currencies.offered.map(({ code }) => code)]

/** @returns the different texts, each with the codes of its currencies */
export function listTexts(say: (code: string) => string): { codes: string; text: string }[] {
  const codes = new Map<string, string>()
  for (const code of sold) codes.set(say(code), [codes.get(say(code)), code].join(' ').trim())
  return [...codes].map(([text, codes]) => ({ text, codes }))
}

/**
 * Writes the text for every currency into the HTML, and a style shows one of them (site/components/currency). So no page waits for
 * a script, and hydration changes nothing.
 */
export function ByCurrency({ say }: { say: (code: string) => string }) {
  const texts = listTexts(say)
  if (texts.length === 1) return <>{texts[0]?.text}</>
  return texts.map(({ text, codes }) => (
    // Browsers format some currencies differently from the build.
    <span key={codes} data-in={codes} suppressHydrationWarning>
      {text}
    </span>
  ))
}

/** The price in the visitor's currency. */
export const Price = ({ of }: { of: Priced }) => <ByCurrency say={(code) => formatIn(of, code)} />

/** The instalments of a price that may be paid in some. */
export const PaymentPlanText = ({ item, className }: { item: Priced; className: string }) =>
  item.paymentPlan && (
    <p className={`tabular-nums text-ink-quiet ${className}`}>
      <ByCurrency say={(code) => planIn(item, code)} />
    </p>
  )
