/** The invoice as a file. Everything heavy, the PDF writer and its fonts, loads on the first download. */
import type { InvoiceDocument, InvoiceResponse } from '../../api/contract/invoice.ts'
import { callApi, request } from '../client/api.ts'
import { describeInvoice } from './describe-invoice.ts'
import regular from './fonts/inter-regular.ttf?url'
import bold from './fonts/inter-semibold.ttf?url'
import { drawTextPicture } from './text-picture.ts'

/** Sharp in print at the size it has on paper. */
const LOGO_PX = 256

/** @returns what was downloaded @throws where the document, the writer or its fonts do not load; a missing logo makes the simpler one */
export async function downloadInvoice(orderId: number): Promise<InvoiceDocument> {
  const { document } = await callApi<InvoiceResponse>(`/api/orders/${orderId}/invoice`)
  return saveDocument(document)
}

/** As a PDF. @returns it @throws as downloadInvoice does */
export async function saveDocument(document: InvoiceDocument): Promise<InvoiceDocument> {
  const [{ drawInvoice }, regularBytes, boldBytes, logo] = await Promise.all([
    import('./draw-invoice.ts'),
    fetchBytes(regular),
    fetchBytes(bold),
    loadLogo(),
  ])
  const invoice = describeInvoice(document)
  const pdf = drawInvoice(invoice, {
    regular: regularBytes,
    bold: boldBytes,
    logo,
    drawText: drawTextPicture,
  })
  await pdf.save(invoice.fileName, { returnPromise: true })
  return document
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await request(url)
  return new Uint8Array(await response.arrayBuffer())
}

/** @returns a PNG as a data URL, or undefined where the logo does not load */
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
