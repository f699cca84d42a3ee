/** Draws an invoice or a credit note on A4. All measures are in points, and `y` increases downwards. */

import { brand, colors } from 'virtual:content'
import { jsPDF } from 'jspdf'
import type { Invoice, Mark, Money, Party } from './describe-invoice.ts'
import { toLine } from './drawable.ts'
import { BOTTOM, FONT, INK, LEFT, RIGHT, Sheet, type TextStyle, WIDTH } from './sheet.ts'
import type { DrawText } from './text-picture.ts'

export interface InvoiceAssets {
  regular: Uint8Array
  bold: Uint8Array
  /** A PNG as a data URL. Without it the invoice has no logo. */
  logo?: string | undefined
  /** Draws text that the font lacks. Without it, accents are removed and other scripts become question marks (drawable.ts). */
  drawText?: DrawText | undefined
}

const QUIET = '#475569'
const HAIRLINE = '#E2E8F0'
const GROUND = '#F8FAFC'
const GAP = 32
const LOGO_SIZE = 30
/** The right edge of the charged amounts, if they are in another currency. The shown amounts end at the page's margin. */
const CHARGED_RIGHT = RIGHT - 116
const NAME_WIDTH = CHARGED_RIGHT - 84 - LEFT
const SUMS_LEFT = LEFT + WIDTH * 0.37
const MARK_HEIGHT = 24
/** Copied from the light palette: --positive, --caution and --ink-quiet. */
const MARK_COLORS: Record<Mark['tone'], string> = {
  positive: '#15803D',
  caution: '#A16207',
  neutral: QUIET,
}

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
    subject: toLine(invoice.items.map(({ name }) => name).join(', ')),
    creator: brand.name,
  })
  const sheet = new Sheet(pdf, drawText)
  drawHead(sheet, invoice, logo)
  drawParties(sheet, invoice)
  drawHeadline(sheet, invoice)
  drawFacts(sheet, invoice)
  drawItems(sheet, invoice)
  drawSums(sheet, invoice)
  drawTerms(sheet, invoice.terms)
  numberPages(sheet, invoice)
  return pdf
}

function drawHead(sheet: Sheet, { title, numbers: [lead, other] }: Invoice, logo: string | undefined): void {
  if (logo) sheet.pdf.addImage(logo, 'PNG', LEFT, 50, LOGO_SIZE, LOGO_SIZE)
  sheet.write(brand.name, logo ? LEFT + LOGO_SIZE + 10 : LEFT, 54.5, {
    size: 17,
    isBold: true,
    width: WIDTH / 2,
  })
  sheet.write(title, RIGHT, 42, { size: 22, isBold: true, align: 'right' })
  sheet.write(lead, RIGHT, 73, { size: 10.5, isBold: true, align: 'right' })
  sheet.write(other, RIGHT, 89, { size: 9.5, color: QUIET, align: 'right' })
  sheet.rule(116)
  sheet.y = 138
}

function drawParties(sheet: Sheet, { seller, buyer }: Invoice): void {
  const width = (WIDTH - GAP) / 2
  const { page, y } = sheet
  drawParty(sheet, 'From', seller, LEFT, width)
  const from = { page: sheet.page, y: sheet.y }
  sheet.go(page, y)
  drawParty(sheet, 'Billed to', buyer, LEFT + width + GAP, width)
  if (from.page > sheet.page || (from.page === sheet.page && from.y > sheet.y)) sheet.go(from.page, from.y)
  sheet.y += 24
}

function drawParty(sheet: Sheet, title: string, { name, lines }: Party, x: number, width: number): void {
  sheet.flow(title, x, { size: 8.5, color: QUIET })
  sheet.y += 5
  sheet.flow(name, x, { size: 10.5, isBold: true, width })
  sheet.y += 2
  for (const line of lines) {
    sheet.flow(line, x, { color: QUIET, width })
    sheet.y += 0.5
  }
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

/** Draws the charged and the shown amount in two columns, the quieter one in grey. */
function drawMoney(
  sheet: Sheet,
  { shown, charged, isShownLouder }: Money & Pick<Invoice['total'], 'isShownLouder'>,
  style: TextStyle = {},
): void {
  const isShownLoud = isShownLouder || charged === ''
  sheet.write(charged, CHARGED_RIGHT, sheet.y, {
    ...style,
    color: isShownLouder ? QUIET : INK,
    align: 'right',
  })
  sheet.write(shown, RIGHT, sheet.y, { ...style, color: isShownLoud ? INK : QUIET, align: 'right' })
}

function drawFacts(sheet: Sheet, { facts, factWidths }: Invoice): void {
  const styleOf = (index: number): TextStyle => ({
    size: 9.5,
    isBold: true,
    width: (factWidths[index] ?? 0) - 8,
  })
  const heights = facts.map(({ text }, index) => sheet.measure(text, styleOf(index)))
  const height = Math.max(54, 34 + Math.max(...heights))
  sheet.need(height)
  sheet.pdf.setFillColor(GROUND).setDrawColor(HAIRLINE).setLineWidth(0.75)
  sheet.pdf.roundedRect(LEFT, sheet.y, WIDTH, height, 6, 6, 'FD')
  let x = LEFT + 16
  for (const [index, { label, text }] of facts.entries()) {
    sheet.write(label, x, sheet.y + 11, { size: 8.5, color: QUIET })
    sheet.write(text, x, sheet.y + 26, styleOf(index))
    x += factWidths[index] ?? 0
  }
  sheet.y += height + 26
}

function drawItems(sheet: Sheet, { columns, items, total: { isShownLouder } }: Invoice): void {
  drawItemsHead(sheet, columns)
  for (const { name, note, ...money } of items) {
    const { page } = sheet
    sheet.need(40)
    if (sheet.page > page) drawItemsHead(sheet, columns)
    drawMoney(sheet, { ...money, isShownLouder }, { size: 11, isBold: true })
    sheet.flow(name, LEFT, { size: 11, isBold: true, width: NAME_WIDTH })
    sheet.flow(note, LEFT, { color: QUIET, width: NAME_WIDTH })
    sheet.y += 14
  }
  sheet.rule(sheet.y)
  sheet.y += 16
}

function drawItemsHead(sheet: Sheet, columns: Money): void {
  sheet.need(120)
  const head: TextStyle = { size: 8.5, color: QUIET }
  sheet.write('Package', LEFT, sheet.y, head)
  sheet.write(columns.charged, CHARGED_RIGHT, sheet.y, { ...head, align: 'right' })
  sheet.write(columns.shown, RIGHT, sheet.y, { ...head, align: 'right' })
  sheet.rule(sheet.y + 19)
  sheet.y += 33
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
      drawMoney(sheet, { ...money, isShownLouder: total.isShownLouder })
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
  const color = colors.accent[700]
  sheet.write(total.charged, CHARGED_RIGHT, sheet.y + (14 - chargedSize) / 2, {
    size: chargedSize,
    isBold: true,
    color: total.isShownLouder ? INK : color,
    align: 'right',
  })
  sheet.write(total.shown, RIGHT, sheet.y, {
    size: 14,
    isBold: true,
    color,
    align: 'right',
  })
  sheet.y += 24
  sheet.y += sheet.write(rate, RIGHT, sheet.y, { size: 8.5, color: QUIET, align: 'right' }) + 20
  sheet.y = Math.max(sheet.y, taxY + 20)
}

/** Draws the terms at the bottom of the page. */
function drawTerms(sheet: Sheet, terms: string[]): void {
  const heights = terms.map((term) => sheet.measure(term, { size: 8 }) + 2.4)
  const height = 24 + heights.reduce((sum, each) => sum + each, 0)
  sheet.need(height)
  let y = Math.max(sheet.y, BOTTOM - height)
  sheet.rule(y - 12)
  y += sheet.write('Terms', LEFT, y, { size: 9, isBold: true }) + 4
  for (const term of terms) y += sheet.write(term, LEFT, y, { size: 8, color: QUIET }) + 2
}

/** Writes page numbers below the text of a document with several pages. */
function numberPages(sheet: Sheet, { number, serial }: Invoice): void {
  const count = sheet.pdf.getNumberOfPages()
  for (let page = 1; count > 1 && page <= count; page++) {
    sheet.go(page, BOTTOM + 14)
    const text = `${number}, ${serial}: page ${page} of ${count}`
    sheet.write(text, RIGHT, sheet.y, { size: 8, color: QUIET, align: 'right' })
  }
}

/** jsPDF takes files as text with one character per byte. */
function toBinaryText(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192))
  }
  return text
}
