/** The accent's part of the palette (site/styles/tokens.css), from the steps of one colour. */
import type { Colors } from '../../api/contract/brand.ts'

type Accent = Pick<Colors['accent'], (typeof LIGHT)[keyof typeof LIGHT] | (typeof DARK)[keyof typeof DARK]>

const LIGHT = { accent: '500', 'accent-strong': '700', 'accent-hover': '800', 'accent-soft': '50' } as const
const DARK = { accent: '400', 'accent-strong': '300', 'accent-hover': '200', 'accent-soft': '950' } as const

/** @returns the declarations of the light palette, and of the dark one */
export function writeAccent(accent: Accent): { light: string; dark: string } {
  const write = (names: typeof LIGHT | typeof DARK) =>
    Object.entries(names)
      .map(([name, step]) => `--${name}: ${toChannels(accent[step])};`)
      .join(' ')
  return { light: write(LIGHT), dark: write(DARK) }
}

/** @param color such as #3B82F6 @returns such as 59 130 246 */
function toChannels(color: string): string {
  return readChannels(color).join(' ')
}

/** @param color such as #3B82F6 @returns such as [59, 130, 246] */
export function readChannels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
