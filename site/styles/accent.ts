/** Writes the CSS variables of the accent colour (the others are in site/styles/tokens.css). */
import type { Colors } from '#api/contract/content/brand.ts'

type Accent = Pick<Colors['accent'], (typeof LIGHT)[keyof typeof LIGHT] | (typeof DARK)[keyof typeof DARK]>

const LIGHT = { accent: '500', 'accent-strong': '700', 'accent-hover': '800', 'accent-soft': '50' } as const
const DARK = { accent: '400', 'accent-strong': '300', 'accent-hover': '200', 'accent-soft': '950' } as const

/** @returns the declarations for the light and the dark theme */
export function writeAccent(accent: Accent): { light: string; dark: string } {
  const write = (names: typeof LIGHT | typeof DARK) =>
    Object.entries(names)
      .map(([name, step]) => `--${name}: ${readChannels(accent[step]).join(' ')};`)
      .join(' ')
  return { light: write(LIGHT), dark: write(DARK) }
}

/** @example readChannels('#3B82F6') // [59, 130, 246] */
export function readChannels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
