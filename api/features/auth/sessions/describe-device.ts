type Pattern = readonly [name: string, pattern: RegExp]

/** The first match counts: most browsers also name others in their user agent. */
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

/** @example describeDevice(request.headers['user-agent']) // Firefox on Linux */
export function describeDevice(userAgent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (patterns) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0],
  )
  return [browser, system].filter(Boolean).join(' on ') || 'Unknown device'
}
