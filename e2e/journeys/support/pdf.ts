import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const open = async (path: string) =>
  await getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 }).promise

async function openPage(path: string, number = 1) {
  return await (await open(path)).getPage(number)
}

/** @returns the text of one of its pages */
export async function readPdf(path: string, number = 1): Promise<string> {
  const content = await (await openPage(path, number)).getTextContent()
  return content.items.map((item) => ('str' in item ? item.str : '')).join(' ')
}

/** @returns the drawing operators of the first page, with colours such as #0f172a */
export async function readPdfOperators(path: string): Promise<string> {
  return JSON.stringify((await (await openPage(path)).getOperatorList()).argsArray)
}

/** @returns the text of all its pages */
export async function readWholePdf(path: string): Promise<string> {
  const { numPages } = await open(path)
  const pages = []
  for (let number = 1; number <= numPages; number++) pages.push(await readPdf(path, number))
  return pages.join(' ')
}
