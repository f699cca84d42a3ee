type Pattern = readonly [name: string, pattern: RegExp]

/** In this order: most name themselves after others as well. */
const BROWSERS: readonly Pattern[] = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
]
const SYSTEMS: readonly Pattern[] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/** @returns `Firefox on Linux`; `Unknown device` for a program */
export function describeDevice(userAgent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (patterns) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0],
  )
  return [browser, system].filter(Boolean).join(' on ') || 'Unknown device'
}
