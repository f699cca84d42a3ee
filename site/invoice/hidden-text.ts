/** Invisible text behind a picture, so that a PDF reader can search and copy it. */

import type { jsPDF } from 'jspdf'
import type { Letter } from './text-picture.ts'

/** The argument of jsPDF's `putFont` event: the font, and functions that write its objects. */
interface PutFont {
  font: { id: string; objectNumber: number; isAlreadyPutted: boolean }
  out: (text: string) => void
  newObject: () => number
  putStream: (stream: { data: string; objectId: number }) => void
}
interface Internals {
  events: { subscribe: (name: 'putFont', callback: (args: PutFont) => void) => void }
  write: (text: string) => void
}

/** Codes per font: a code is one byte, and 0 is not used. */
const CODES = 255
/** The number of standard fonts, F1 to F14. An invoice does not use them. */
const FONTS = 14
/** The width of each glyph in em. Poppler scales a font by the width of its 'm', and expects this width. */
const GLYPH_WIDTH = 0.6

const codeOf = (index: number) => ((index % CODES) + 1).toString(16).padStart(2, '0')

export class HiddenText {
  readonly #internals: Internals
  readonly #height: number
  /** Each text gets its own glyph, which a PDF reader maps back to the text. */
  readonly #letters: string[] = []

  constructor(pdf: jsPDF) {
    this.#internals = pdf.internal as unknown as Internals
    this.#height = pdf.internal.pageSize.getHeight()
    this.#internals.events.subscribe('putFont', (args) => this.#putFont(args))
  }

  /** @param y the baseline, counted downwards */
  write(letters: Letter[], left: number, y: number, size: number): void {
    const parts = letters.map(({ text, x, width }) => {
      let index = this.#letters.indexOf(text)
      if (index < 0) index = this.#letters.push(text) - 1
      if (index >= CODES * FONTS || width === 0) return ''
      const scale = ((width / size / GLYPH_WIDTH) * 100).toFixed(2)
      const place = `${(left + x).toFixed(2)} ${(this.#height - y).toFixed(2)}`
      const font = `/F${Math.floor(index / CODES) + 1} ${size} Tf`
      return `${font} ${scale} Tz 1 0 0 1 ${place} Tm <${codeOf(index)}> Tj`
    })
    this.#internals.write(['q BT 3 Tr', ...parts, 'ET Q'].join('\n'))
  }

  /** Replaces a standard font with invisible glyphs. */
  #putFont({ font, out, newObject, putStream }: PutFont): void {
    const start = (Number(font.id.slice(1)) - 1) * CODES
    const letters = start < CODES * FONTS ? this.#letters.slice(start, start + CODES) : []
    if (letters.length === 0) return
    const put = (data: string) => {
      const objectId = newObject()
      putStream({ data, objectId })
      out('endobj')
      return objectId
    }
    const glyph = put(`${GLYPH_WIDTH * 1000} 0 d0`)
    const unicode = put(toUnicodeMap(letters))
    font.objectNumber = newObject()
    const repeat = (text: string) => letters.map(() => text).join(' ')
    out(`<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 1000] /FontMatrix [0.001 0 0 0.001 0 0] /Resources << >>
/CharProcs << /m ${glyph} 0 R >> /Encoding << /Type /Encoding /Differences [1 ${repeat('/m')}] >>
/FirstChar 1 /LastChar ${letters.length} /Widths [${repeat('600')}] /ToUnicode ${unicode} 0 R >>`)
    out('endobj')
    font.isAlreadyPutted = true
  }
}

function toUnicodeMap(letters: string[]): string {
  const lines = letters.map((text, index) => {
    const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
    return `<${codeOf(index)}> <${units.map((unit) => unit.toString(16).padStart(4, '0')).join('')}>`
  })
  const blocks: string[] = []
  // A block has 100 lines at most.
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100)
    blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar')
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Letters def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`
}
