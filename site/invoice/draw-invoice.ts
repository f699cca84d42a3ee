/** Draws an invoice or a credit note on A4. All measures are in points, and `y` increases downwards. */

import { brand, colors } from 'virtual:content'
import { jsPDF } from 'jspdf'
import type { Invoice, Line, Mark, Money, Party } from './describe-invoice.ts'
import { isDrawable, toDrawable } from './drawable.ts'
import type { PictureStyle, TextPicture } from './text-picture.ts'

export interface InvoiceAssets {
  regular: Uint8Array
  bold: Uint8Array
  /** A PNG as a data URL. Without it the invoice has no logo. */
  logo?: string | undefined
  /** Draws letters that the font lacks. Without it they become question marks. */
  drawText?: ((text: string, style: PictureStyle) => TextPicture | undefined) | undefined
}

const INK = '#0F172A'
const QUIET = '#475569'
const HAIRLINE = '#E2E8F0'
const GROUND = '#F8FAFC'
const FONT = 'Inter'
const LEFT = 52
const RIGHT = 595.28 - LEFT
const BOTTOM = 841.89 - 48
const WIDTH = RIGHT - LEFT
const GAP = 32
const LOGO_SIZE = 30
/** The widths of the four facts, wide enough for the shop's and the provider's texts in one line. */
const FACT_WIDTHS = [76, 158, 100, 141]
/** The right edge of what was charged, where that is another currency. The amounts shown end at the margin of the page. */
const CHARGED_RIGHT = RIGHT - 116
const NAME_WIDTH = CHARGED_RIGHT - 84 - LEFT
/** The left edge of the sums. */
const SUMS_LEFT = LEFT + WIDTH * 0.37
const MARK_HEIGHT = 24
/** Copied from the light palette: --positive, --caution and --ink-quiet. */
const MARK_COLORS: Record<Mark['tone'], string> = {
  positive: '#15803D',
  caution: '#A16207',
  neutral: QUIET,
}

interface TextStyle {
  size?: number
  isBold?: boolean
  color?: string
  width?: number
  align?: 'left' | 'right'
}

/** Writes on pages: wraps text, and adds a page when one is full. */
class Sheet {
  readonly pdf: jsPDF
  y = 0

  readonly #drawText: InvoiceAssets['drawText']

  constructor(pdf: jsPDF, drawText: InvoiceAssets['drawText']) {
    this.pdf = pdf
    this.#drawText = drawText
  }

  /** @returns the height of the text */
  write(text: string, x: number, y: number, style: TextStyle = {}): number {
    const { size = 9.5, isBold = false, color = INK, width = WIDTH, align = 'left' } = style
    this.pdf
      .setFont(FONT, isBold ? 'bold' : 'normal')
      .setFontSize(size)
      .setTextColor(color)
    const leading = size * 1.45
    const picture = isDrawable(text)
      ? undefined
      : this.#drawText?.(text, { size, leading, width, isBold, color })
    if (picture) {
      const left = align === 'right' ? x - picture.width : x
      this.pdf.addImage(picture.data, 'PNG', left, y, picture.width, picture.lines * leading)
      return picture.lines * leading
    }
    const lines = this.pdf.splitTextToSize(toDrawable(text), width) as string[]
    for (const [index, line] of lines.entries()) this.pdf.text(line, x, y + size + index * leading, { align })
    return lines.length * leading
  }

  rule(y: number, left = LEFT): void {
    this.pdf.setDrawColor(HAIRLINE).setLineWidth(0.75).line(left, y, RIGHT, y)
  }

  need(height: number): void {
    if (this.y + height <= BOTTOM) return
    this.pdf.addPage()
    this.y = LEFT
  }
}

/** @returns the document, ready to be saved */
export function drawInvoice(invoice: Invoice, { regular, bold, logo, drawText }: InvoiceAssets): jsPDF {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4', compress: true })
  for (const [style, bytes] of [
    ['normal', regular],
    ['bold', bold],
  ] as const) {
    pdf.addFileToVFS(`inter-${style}.ttf`, toBinaryText(bytes))
    pdf.addFont(`inter-${style}.ttf`, FONT, style)
  }
  pdf.setLanguage('en-GB')
  pdf.setFileId(invoice.fileId)
  pdf.setCreationDate(invoice.issuedAt)
  pdf.setDocumentProperties({
    title: `${invoice.title} ${invoice.serial}, ${invoice.number}`,
    author: invoice.seller.name,
    subject: toDrawable(invoice.items.map(({ name }) => name).join(', ')),
    creator: brand.name,
  })
  const sheet = new Sheet(pdf, drawText)
  drawHead(sheet, invoice, logo)
  drawParties(sheet, invoice)
  drawHeadline(sheet, invoice)
  drawFacts(sheet, invoice.facts)
  drawItems(sheet, invoice)
  drawSums(sheet, invoice)
  drawTerms(sheet, invoice.terms)
  return pdf
}

function drawHead(sheet: Sheet, { title, numbers: [lead, other] }: Invoice, logo: string | undefined): void {
  if (logo) sheet.pdf.addImage(logo, 'PNG', LEFT, 50, LOGO_SIZE, LOGO_SIZE)
  sheet.write(brand.name, logo ? LEFT + LOGO_SIZE + 10 : LEFT, 54.5, { size: 17, isBold: true })
  sheet.write(title, RIGHT, 42, { size: 22, isBold: true, align: 'right' })
  sheet.write(lead, RIGHT, 73, { size: 10.5, isBold: true, align: 'right' })
  sheet.write(other, RIGHT, 89, { size: 9.5, color: QUIET, align: 'right' })
  sheet.rule(116)
  sheet.y = 138
}

function drawParties(sheet: Sheet, { seller, buyer }: Invoice): void {
  const width = (WIDTH - GAP) / 2
  const from = drawParty(sheet, 'From', seller, LEFT, width)
  const to = drawParty(sheet, 'Billed to', buyer, LEFT + width + GAP, width)
  sheet.y += Math.max(from, to) + 24
}

/** @returns the height of the party */
function drawParty(sheet: Sheet, title: string, { name, lines }: Party, x: number, width: number): number {
  let y = sheet.y
  y += sheet.write(title, x, y, { size: 8.5, color: QUIET }) + 5
  y += sheet.write(name, x, y, { size: 10.5, isBold: true, width }) + 2
  for (const line of lines) y += sheet.write(line, x, y, { color: QUIET, width }) + 0.5
  return y - sheet.y
}

/** The headline and, at its right, the stamp. */
function drawHeadline(sheet: Sheet, { headline, mark }: Invoice): void {
  sheet.need(MARK_HEIGHT)
  const markWidth = mark ? drawMark(sheet, mark) : 0
  const width = WIDTH - markWidth - GAP
  const height = sheet.write(headline, LEFT, sheet.y + 1, { size: 14, isBold: true, width })
  sheet.y += Math.max(height, MARK_HEIGHT) + 16
}

/** @returns the width of the stamp */
function drawMark(sheet: Sheet, { text, tone }: Mark): number {
  const { pdf, y } = sheet
  const color = MARK_COLORS[tone]
  const size = 11
  pdf.setFont(FONT, 'bold').setFontSize(size)
  const width = pdf.getTextWidth(text) + 22
  pdf
    .setDrawColor(color)
    .setLineWidth(1.5)
    .roundedRect(RIGHT - width, y, width, MARK_HEIGHT, 4, 4, 'S')
  sheet.write(text, RIGHT - 11, y + 5, { size, isBold: true, color, align: 'right' })
  return width
}

/** The amount in two columns. */
function drawMoney(sheet: Sheet, { shown, charged }: Money, y: number, style: TextStyle = {}): void {
  sheet.write(charged, CHARGED_RIGHT, y, { ...style, color: QUIET, align: 'right' })
  sheet.write(shown, RIGHT, y, { ...style, align: 'right' })
}

function drawFacts(sheet: Sheet, facts: Line[]): void {
  const height = 54
  sheet.need(height)
  sheet.pdf.setFillColor(GROUND).setDrawColor(HAIRLINE).setLineWidth(0.75)
  sheet.pdf.roundedRect(LEFT, sheet.y, WIDTH, height, 6, 6, 'FD')
  let x = LEFT + 16
  for (const [index, { label, text }] of facts.entries()) {
    const width = FACT_WIDTHS[index] ?? 0
    sheet.write(label, x, sheet.y + 11, { size: 8.5, color: QUIET })
    sheet.write(text, x, sheet.y + 26, { size: 9.5, isBold: true, width: width - 8 })
    x += width
  }
  sheet.y += height + 26
}

function drawItems(sheet: Sheet, { columns, items }: Invoice): void {
  sheet.need(120)
  const head: TextStyle = { size: 8.5, color: QUIET }
  sheet.write('Package', LEFT, sheet.y, head)
  sheet.write(columns.charged, CHARGED_RIGHT, sheet.y, { ...head, align: 'right' })
  sheet.write(columns.shown, RIGHT, sheet.y, { ...head, align: 'right' })
  sheet.rule(sheet.y + 19)
  sheet.y += 33
  for (const { name, note, ...money } of items) {
    drawMoney(sheet, money, sheet.y, { size: 11, isBold: true })
    sheet.y += sheet.write(name, LEFT, sheet.y, { size: 11, isBold: true, width: NAME_WIDTH })
    sheet.y += sheet.write(note, LEFT, sheet.y, { color: QUIET, width: NAME_WIDTH }) + 14
  }
  sheet.rule(sheet.y)
  sheet.y += 16
}

/** The sums at the right, and the lines about the tax at the left. */
function drawSums(sheet: Sheet, { sums, tax, total, rate }: Invoice): void {
  const rows = sums.reduce((count, group) => count + group.rows.length, 0)
  sheet.need(100 + rows * 20 + sums.length * 42)
  let taxY = sheet.y
  for (const line of tax) {
    taxY += sheet.write(line, LEFT, taxY, { size: 8.5, color: QUIET, width: SUMS_LEFT - LEFT - GAP / 2 }) + 3
  }
  const width = CHARGED_RIGHT - 72 - SUMS_LEFT
  for (const { rows: lines, note } of sums) {
    for (const { label, ...money } of lines) {
      drawMoney(sheet, money, sheet.y)
      sheet.y += sheet.write(label, SUMS_LEFT, sheet.y, { color: QUIET, width }) + 5
    }
    if (note) {
      sheet.y += sheet.write(note, SUMS_LEFT, sheet.y, { size: 8, color: QUIET, width: RIGHT - SUMS_LEFT })
    }
    sheet.rule(sheet.y + 5, SUMS_LEFT)
    sheet.y += 18
  }
  sheet.write(total.label, SUMS_LEFT, sheet.y + 1, { size: 12, isBold: true })
  const { chargedSize } = total
  sheet.write(total.charged, CHARGED_RIGHT, sheet.y + (14 - chargedSize) / 2, {
    size: chargedSize,
    isBold: true,
    align: 'right',
  })
  sheet.write(total.shown, RIGHT, sheet.y, {
    size: 14,
    isBold: true,
    color: colors.accent[700],
    align: 'right',
  })
  sheet.y += 24
  sheet.y += sheet.write(rate, RIGHT, sheet.y, { size: 8.5, color: QUIET, align: 'right' }) + 20
  sheet.y = Math.max(sheet.y, taxY + 20)
}

/** At the bottom of the page. */
function drawTerms(sheet: Sheet, terms: string[]): void {
  const height = 24 + terms.length * 14
  sheet.need(height)
  let y = Math.max(sheet.y, BOTTOM - height)
  sheet.rule(y - 12)
  y += sheet.write('Terms', LEFT, y, { size: 9, isBold: true }) + 4
  for (const term of terms) y += sheet.write(term, LEFT, y, { size: 8, color: QUIET }) + 2
}

/** jsPDF takes files as text with one character per byte. */
function toBinaryText(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192))
  }
  return text
}
