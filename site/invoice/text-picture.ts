/** Lets the browser draw text in scripts that the invoice's font lacks, as a picture that is sharp in print. */

export interface TextPicture {
  /** A PNG as a data URL. */
  data: string
  /** In points. */
  width: number
  lines: number
}

export interface PictureStyle {
  /** In points, like `leading`, the distance of two lines, and `width`, where a line breaks. */
  size: number
  leading: number
  width: number
  isBold: boolean
  color: string
}

const DOTS_A_POINT = 4

/** @returns undefined if the browser cannot draw */
export function drawTextPicture(
  text: string,
  { size, leading, width, isBold, color }: PictureStyle,
): TextPicture | undefined {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const prepare = () => {
    context.scale(DOTS_A_POINT, DOTS_A_POINT)
    context.font = `${isBold ? 600 : 400} ${size}px system-ui, sans-serif`
    context.fillStyle = color
    context.textBaseline = 'alphabetic'
  }
  prepare()
  const lines = breakLines(text, (part) => context.measureText(part).width <= width)
  const widest = Math.min(width, Math.max(1, ...lines.map((line) => context.measureText(line).width)))
  canvas.width = Math.ceil(widest * DOTS_A_POINT)
  canvas.height = Math.ceil(lines.length * leading * DOTS_A_POINT)
  // Setting the canvas's size has reset its state.
  prepare()
  for (const [index, line] of lines.entries()) context.fillText(line, 0, size + index * leading)
  return { data: canvas.toDataURL('image/png'), width: widest, lines: lines.length }
}

function breakLines(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (line !== '' && !fits(line + segment)) {
      lines.push(line.trim())
      line = ''
    }
    line += segment
  }
  return [...lines, line.trim()].filter((each) => each !== '')
}
