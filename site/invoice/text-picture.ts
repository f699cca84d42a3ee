/** Lets the browser draw text that the invoice's font lacks, as pictures that are sharp in print. */

/** A word and its place in the line, in points. In scripts without words: one character with its marks. */
export interface Letter {
  text: string
  x: number
  width: number
}

/** One line of text, measured in points. */
export interface TextPicture {
  /** A PNG as a data URL. On each side it is MARGIN points larger than the line. */
  data: string
  width: number
  /** The words for a PDF reader's search, from left to right. */
  letters: Letter[]
}

export interface PictureStyle {
  /** The font size. All three are in points: `leading` is the distance between two lines, `width` the longest line. */
  size: number
  leading: number
  width: number
  isBold: boolean
  color: string
}

/** @returns the lines of a text; undefined if the browser cannot draw pictures */
export type DrawText = (text: string, style: PictureStyle) => TextPicture[] | undefined

/** Leaves room for letters taller than their line, for example with two marks above. */
export const MARGIN = 8
const DOTS_A_POINT = 4
const LETTER = /\P{M}(?:\p{M}|\u200c|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic}?)*/gu

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u
/** Characters that never join a left-to-right word: blanks, and scripts that run right to left or have no words. */
const APART =
  /[\s\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u

/** @param families such as 'Inter, sans-serif' @returns its lines; undefined if the browser cannot draw */
export function drawTextPictures(
  text: string,
  style: PictureStyle,
  families: string,
): TextPicture[] | undefined {
  const font = `${style.isBold ? 600 : 400} ${style.size * DOTS_A_POINT}px`
  const { lines, direction } = layOut(text, style, `${font}/${style.leading * DOTS_A_POINT}px ${families}`)
  const pictures: TextPicture[] = []
  for (const letters of lines) {
    const canvas = document.createElement('canvas')
    const width = Math.max(1, ...letters.map((letter) => letter.x + letter.width))
    canvas.width = Math.ceil((width + 2 * MARGIN) * DOTS_A_POINT)
    canvas.height = Math.ceil((style.leading + 2 * MARGIN) * DOTS_A_POINT)
    const context = canvas.getContext('2d')
    if (!context) return undefined
    Object.assign(context, {
      font: `${font} ${families}`,
      fillStyle: style.color,
      direction,
      textAlign: 'left',
    })
    const line = letters.map((letter) => letter.text).join('')
    context.fillText(line.trim(), MARGIN * DOTS_A_POINT, (MARGIN + style.size) * DOTS_A_POINT)
    letters.sort((a, b) => a.x - b.x)
    // PDF readers reverse right-to-left text, letters and marks alike, so it is stored reversed.
    for (const letter of letters)
      if (RIGHT_TO_LEFT.test(letter.text)) letter.text = [...letter.text].reverse().join('')
    pictures.push({ data: canvas.toDataURL('image/png'), width, letters })
  }
  return pictures
}

/** @returns the lines, with their letters in reading order */
function layOut(text: string, { width, leading }: PictureStyle, font: string) {
  const box = document.createElement('div')
  // The first letter's direction decides the paragraph's, as in mails and forms.
  box.dir = 'auto'
  const node = document.createTextNode(text)
  box.append(node)
  Object.assign(box.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    visibility: 'hidden',
    width: `${width * DOTS_A_POINT}px`,
    font,
    textAlign: 'left',
    overflowWrap: 'anywhere',
  })
  document.body.append(box)
  const { direction } = getComputedStyle(box)
  const origin = box.getBoundingClientRect()
  const lines: Letter[][] = []
  const range = document.createRange()
  for (const match of text.matchAll(LETTER)) {
    range.setStart(node, match.index)
    range.setEnd(node, match.index + match[0].length)
    const rect = range.getBoundingClientRect()
    const index = Math.floor(((rect.top + rect.bottom) / 2 - origin.top) / (leading * DOTS_A_POINT))
    lines[index] ??= []
    const line = lines[index]
    const last = line.at(-1)
    const x = (rect.left - origin.left) / DOTS_A_POINT
    const width = rect.width / DOTS_A_POINT
    // Letters of a word are joined, because parts of a ligature have odd widths.
    if (last && (rect.width === 0 || !(APART.test(last.text) || APART.test(match[0])))) {
      last.text += match[0]
      last.width = Math.max(last.width, x + width - last.x)
    } else line.push({ text: match[0], x, width })
  }
  box.remove()
  return { lines: lines.filter(Boolean), direction }
}
