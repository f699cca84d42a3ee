/** Writes text on pages: wraps lines, and continues on a new page when one is full. All measures are in points. */

import type { jsPDF } from 'jspdf'
import { isDrawable, toDrawable, toLine } from './drawable.ts'
import { HiddenText } from './hidden-text.ts'
import { type DrawText, MARGIN } from './text-picture.ts'

export const FONT = 'Inter'
export const INK = '#0F172A'
export const LEFT = 52
export const RIGHT = 595.28 - LEFT
export const BOTTOM = 841.89 - 48
export const WIDTH = RIGHT - LEFT

export interface TextStyle {
  size?: number
  isBold?: boolean
  color?: string
  width?: number
  align?: 'left' | 'right'
}

type DrawLine = (x: number, y: number) => void

export class Sheet {
  readonly pdf: jsPDF
  y = 0
  page = 1

  readonly #drawText: DrawText | undefined
  readonly #hidden: HiddenText

  constructor(pdf: jsPDF, drawText: DrawText | undefined) {
    this.pdf = pdf
    this.#drawText = drawText
    this.#hidden = new HiddenText(pdf)
  }

  /** Writes text without a page break. @returns its height */
  write(text: string, x: number, y: number, style: TextStyle = {}): number {
    const { leading, lines } = this.#setLines(text, style)
    for (const [index, draw] of lines.entries()) draw(x, y + index * leading)
    return lines.length * leading
  }

  /** Writes from `y` downwards, over as many pages as it takes. */
  flow(text: string, x: number, style: TextStyle = {}): void {
    const { leading, lines } = this.#setLines(text, style)
    for (const draw of lines) {
      this.need(leading)
      draw(x, this.y)
      this.y += leading
    }
  }

  /** @returns the height that the text takes */
  measure(text: string, style: TextStyle = {}): number {
    const { leading, lines } = this.#setLines(text, style)
    return lines.length * leading
  }

  rule(y: number, left = LEFT): void {
    this.pdf.setDrawColor('#E2E8F0').setLineWidth(0.75).line(left, y, RIGHT, y)
  }

  need(height: number): void {
    if (this.y + height <= BOTTOM) return
    this.go(this.page + 1, LEFT)
  }

  /** Moves to a place, and adds the page if it does not exist. */
  go(page: number, y: number): void {
    if (page > this.pdf.getNumberOfPages()) this.pdf.addPage()
    this.pdf.setPage(page)
    this.page = page
    this.y = y
  }

  #setLines(text: string, style: TextStyle): { leading: number; lines: DrawLine[] } {
    const { size = 9.5, isBold = false, color = INK, width = WIDTH, align = 'left' } = style
    const { pdf } = this
    const leading = size * 1.45
    const pictures = isDrawable(text)
      ? undefined
      : this.#drawText?.(toLine(text), { size, leading, width, isBold, color })
    const setFont = () =>
      pdf
        .setFont(FONT, isBold ? 'bold' : 'normal')
        .setFontSize(size)
        .setTextColor(color)
    setFont()
    const lines = pictures
      ? pictures.map(
          ({ data, width, letters }): DrawLine =>
            (x, y) => {
              const left = align === 'right' ? x - width : x
              this.#hidden.write(letters, left, y + size, size)
              const [w, h] = [width + 2 * MARGIN, leading + 2 * MARGIN]
              pdf.addImage(data, 'PNG', left - MARGIN, y - MARGIN, w, h)
            },
        )
      : (pdf.splitTextToSize(toDrawable(text), width) as string[]).map(
          (line): DrawLine =>
            (x, y) => {
              setFont().text(line, x, y + size, { align })
            },
        )
    return { leading, lines }
  }
}
