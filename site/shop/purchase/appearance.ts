/** Reads theme, accent and radius of the frame on another website from its URL. Adjusts the accent until text is readable. */
import { colors } from 'virtual:content'
import { measureContrast } from '#api/contract/content/brand.ts'
import { readChannels, writeAccent } from '#site/styles/accent.ts'
import tokens from '#site/styles/tokens.css?raw'

const HEX = /^#?([\da-f]{6})$/i
const LARGEST_RADIUS = 24
const LEAST_CONTRAST = 4.5
const [WHITE, BLACK] = ['#FFFFFF', '#000000']
/** The dark theme's backgrounds behind text in the accent colour. */
const DARK_GROUNDS = ['#151E32', '#0B1120'] as const

/** @returns a style sheet that overrides the page's own; it holds validated values only */
export function writeAppearance(query: URLSearchParams): string {
  const [light = '', dark = ''] = [...tokens.matchAll(/:root \{([^}]*)\}/g)].map(([, declared]) => declared)
  const steps = deriveAccent(query.get('accent') ?? '') ?? colors.accent
  const accent = writeAccent(steps)
  const theme = query.get('theme')
  const radius = writeRadius(query.get('radius'))
  if (theme === 'light') return `:root:root { ${light} ${accent.light} color-scheme: light; ${radius} }`
  if (theme === 'dark') return `:root:root { ${light} ${dark} ${accent.dark} color-scheme: dark; ${radius} }`
  return `:root:root { ${accent.light} ${radius} } @media screen and (prefers-color-scheme: dark) { :root:root { ${accent.dark} } }`
}

function writeRadius(text: string | null): string {
  const radius = /^\d{1,2}$/.test(text ?? '') ? Math.min(Number(text), LARGEST_RADIUS) : undefined
  if (radius === undefined) return ''
  return `--radius-sm: ${radius * 0.75}px; --radius: ${radius}px; --radius-lg: ${radius * 1.5}px;`
}

/**
 * Derives the accent's shades from one colour, darkened or lightened until text has enough contrast.
 * @returns undefined if the text is not a colour such as #0F766E
 */
function deriveAccent(text: string) {
  const digits = HEX.exec(text)?.[1]
  if (digits === undefined) return undefined
  const color = `#${digits}`
  const strong = shiftUntil(color, BLACK, [WHITE])
  const bright = shiftUntil(color, WHITE, DARK_GROUNDS)
  return {
    50: mix(color, WHITE, 0.92),
    200: mix(bright, WHITE, 0.3),
    300: bright,
    400: bright,
    500: strong,
    600: strong,
    700: strong,
    800: mix(strong, BLACK, 0.2),
    950: mix(color, DARK_GROUNDS[1], 0.8),
  }
}

function shiftUntil(color: string, towards: string, grounds: readonly string[]): string {
  for (let share = 0; share < 1; share += 0.05) {
    const shifted = mix(color, towards, share)
    if (grounds.every((ground) => measureContrast(shifted, ground) >= LEAST_CONTRAST)) return shifted
  }
  return towards
}

function mix(color: string, other: string, share: number): string {
  const [from, to] = [readChannels(color), readChannels(other)]
  const mixed = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
