import type { SoldIn } from '#api/rules/money/sold-in.ts'

/** What the switch needs beyond the pages' own style, which stays the same in shops without one. */
const SWITCH =
  '[data-currency-switch]:focus-within{outline:2px solid rgb(var(--accent));outline-offset:2px}' +
  '[data-currency-switch=right]{float:right}'

/** @returns the style that shows one of all prices; without a script the default one, and no switch, which would do nothing */
export function writeShown({ default: standard, offered }: SoldIn): string {
  const others = (code: string) => `[data-in]:not([data-in~=${code}])`
  const rules = [standard, ...offered.map(({ code }) => code)].map(
    (code) => `[data-currency=${code}] ${others(code)}`,
  )
  const unscripted = `html:not([data-currency]) :is(${others(standard)},[data-currency-switch])`
  return `${[unscripted, ...rules].join()}{display:none}${SWITCH}`
}
