/** Downloads an invoice as PDF. The PDF library and the fonts are loaded on the first download. */
import type { InvoiceDocument, InvoiceRecord, InvoiceResponse } from '#api/contract/money/invoices.ts'
import { callApi, request } from '#site/kit/client/api.ts'
import { describeInvoice } from './describe-invoice.ts'
import { isDrawable } from './drawable.ts'
import regular from './fonts/inter-regular.ttf?url'
import bold from './fonts/inter-semibold.ttf?url'
import { loadPictureFonts } from './picture-fonts.ts'
import { drawTextPictures } from './text-picture.ts'

/** Enough pixels to be sharp in print. */
const LOGO_PX = 256

/**
 * @param instalment an instalment of an order that is paid in instalments; unset: the latest
 * @returns the downloaded document
 * @throws if the document, the library or a font does not load
 */
export async function downloadInvoice(orderId: number, instalment?: number): Promise<InvoiceDocument> {
  const query = instalment === undefined ? '' : `?instalment=${instalment}`
  return saveDocument(await callApi<InvoiceResponse>(`/api/orders/${orderId}/invoice${query}`))
}

type Issued = Pick<InvoiceRecord, 'document' | 'templateVersion'>

/** Downloads the document as PDF. @returns the document @throws as downloadInvoice does */
export async function saveDocument(record: Issued): Promise<InvoiceDocument> {
  const [{ drawInvoice }, regularBytes, boldBytes, logo] = await Promise.all([
    import('./draw-invoice.ts'),
    fetchBytes(regular),
    fetchBytes(bold),
    loadLogo(),
  ])
  const invoice = describeInvoice(record)
  const text = JSON.stringify(invoice).normalize('NFC')
  const fonts = { regular: regularBytes, bold: boldBytes }
  const families = isDrawable(text) ? '' : await loadPictureFonts(text, record.document.buyer.country, fonts)
  const pdf = drawInvoice(invoice, {
    ...fonts,
    logo,
    drawText: (line, style) => drawTextPictures(line, style, families),
  })
  await pdf.save(invoice.fileName, { returnPromise: true })
  return record.document
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await request(url)
  return new Uint8Array(await response.arrayBuffer())
}

/** @returns a PNG as a data URL; undefined if the logo does not load */
async function loadLogo(): Promise<string | undefined> {
  try {
    const image = new Image(LOGO_PX, LOGO_PX)
    image.src = '/logo.svg'
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = LOGO_PX
    canvas.height = LOGO_PX
    canvas.getContext('2d')?.drawImage(image, 0, 0, LOGO_PX, LOGO_PX)
    return canvas.toDataURL('image/png')
  } catch {
    return undefined
  }
}
