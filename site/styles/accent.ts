/** Writes the CSS variables of the accent colour (the others are in site/styles/tokens.css). */
import { type Colors, measureContrast } from '#api/contract/content/brand.ts'

type Step = keyof Colors['accent']
type Accent = Pick<Colors['accent'], (typeof LIGHT | typeof DARK)[keyof typeof LIGHT]>

const LIGHT = {
  ...{ accent: '500', 'accent-strong': '700', 'accent-hover': '800', 'accent-soft': '50' },
  ...{ primary: '700', 'primary-hover': '800' },
} as const satisfies Record<string, Step>
const DARK = {
  ...{ accent: '400', 'accent-strong': '300', 'accent-hover': '200', 'accent-soft': '950' },
  ...{ primary: '600', 'primary-hover': '700' },
} as const satisfies Record<string, Step>
const LEAST_CONTRAST = 4.5

/** @returns the declarations for the light and the dark theme */
export function writeAccent(accent: Accent): { light: string; dark: string } {
  const { primary, 'primary-hover': hover } = LIGHT
  // Step 600 of a light colour, such as yellow, is too light for the white text of a button.
  const isReadable = measureContrast(accent[DARK.primary], '#FFFFFF') >= LEAST_CONTRAST
  const dark = isReadable ? DARK : { ...DARK, primary, 'primary-hover': hover }
  const write = (steps: Record<string, keyof Accent>) =>
    Object.entries(steps)
      .map(([name, step]) => `--${name}: ${readChannels(accent[step]).join(' ')};`)
      .join(' ')
  return { light: write(LIGHT), dark: write(dark) }
}

/** @example readChannels('#3B82F6') // [59, 130, 246] */
export function readChannels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
