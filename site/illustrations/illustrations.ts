/** The shop's own pictures. They are drawn in blue, which is replaced by the company's accent colour. */
import { colors } from 'virtual:content'

/** The blue of the files. */
const DRAWN_IN = '#3B82F6'
/** How many degrees a hue may differ to be replaced. Less saturated colours are greys and stay. */
const BLUES = 12
const LEAST_SATURATION = 0.5

const files = import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default', eager: true })

/** The SVG sources by name, such as `web-development`. */
export const illustrations: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, svg]) => [path.slice('./'.length, -'.svg'.length), recolor(svg)]),
)

function recolor(svg: string): string {
  const drawn = toHsl(DRAWN_IN)
  const accent = toHsl(colors.accent[500])
  return svg.replaceAll(/#[0-9A-F]{6}\b/g, (color) => {
    const { hue, saturation, lightness } = toHsl(color)
    const distance = hue - drawn.hue
    if (Math.abs(distance) > BLUES || saturation < LEAST_SATURATION) return color
    return toHex({
      hue: accent.hue + distance,
      saturation: Math.min(1, (saturation * accent.saturation) / drawn.saturation),
      lightness,
    })
  })
}

interface Hsl {
  /** In degrees. */
  hue: number
  /** From 0 to 1, like the lightness. */
  saturation: number
  lightness: number
}

/** @see https://en.wikipedia.org/wiki/HSL_and_HSV#From_RGB */
function toHsl(color: string): Hsl {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (start) => Number.parseInt(color.slice(start, start + 2), 16) / 255,
  )
  const value = Math.max(red, green, blue)
  const chroma = value - Math.min(red, green, blue)
  const lightness = value - chroma / 2
  if (chroma === 0) return { hue: 0, saturation: 0, lightness }
  const sixth =
    value === red
      ? ((green - blue) / chroma + 6) % 6
      : value === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4
  return { hue: sixth * 60, saturation: chroma / (1 - Math.abs(2 * lightness - 1)), lightness }
}

/** @see https://en.wikipedia.org/wiki/HSL_and_HSV#HSL_to_RGB_alternative */
function toHex({ hue, saturation, lightness }: Hsl): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channels = [0, 8, 4].map((offset) => {
    const part = (((offset + hue / 30) % 12) + 12) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(part - 3, 9 - part, 1))))
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}
