import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

async function openPage(path: string) {
  const document = await getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 }).promise
  return await document.getPage(1)
}

/** @returns the text of its first page */
export async function readPdf(path: string): Promise<string> {
  const content = await (await openPage(path)).getTextContent()
  return content.items.map((item) => ('str' in item ? item.str : '')).join(' ')
}

/** @returns what draws its first page, with colours such as #0f172a */
export async function readPdfOperators(path: string): Promise<string> {
  return JSON.stringify((await (await openPage(path)).getOperatorList()).argsArray)
}
