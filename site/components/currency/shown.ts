import type { SoldIn } from '#api/rules/money/sold-in.ts'

/** The switch's style. Not part of the pages' style sheet, which is the same in shops with one currency. */
const SWITCH =
  '[data-currency-switch]:focus-within{outline:2px solid rgb(var(--accent));outline-offset:2px}' +
  '[data-currency-switch=right]{float:right}'

/** @returns the style that hides all prices but one. Without scripts it shows the default currency and hides the useless switch */
export function writeShown({ default: standard, offered }: SoldIn): string {
  const others = (code: string) => `[data-in]:not([data-in~=${code}])`
  const rules = [standard, ...offered.map(({ code }) => code)].map(
    (code) => `[data-currency=${code}] ${others(code)}`,
  )
  const unscripted = `html:not([data-currency]) :is(${others(standard)},[data-currency-switch])`
  return `${[unscripted, ...rules].join()}{display:none}${SWITCH}`
}
