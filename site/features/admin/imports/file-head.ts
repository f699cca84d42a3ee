/** Reads the headings of a chosen file, and writes others in their place. The rest of the file stays as it is. */
import type { ImportKind } from '../../../../api/rules/import-columns.ts'
import { checkColumns, type ImportHead, proposeColumns, readHead } from '../../../../api/rules/import-head.ts'

const HEAD_BYTES = 64 * 1024

/** @returns undefined where there is nothing to choose: all is known, or the server says what is wrong with the file */
export async function findUnknownHead(file: File, kind: ImportKind): Promise<ImportHead | undefined> {
  const head = readHead(await readText(file))
  if (!head || head.headings.some((heading) => heading.includes('\u0000'))) return undefined
  const names = proposeColumns(kind, head.headings)
  const { repeated, missing } = checkColumns(kind, names)
  const isKnown = !names.includes('') && !repeated.includes(true) && missing.length === 0
  return isKnown ? undefined : head
}

/** @returns nothing for a file that is not UTF-8 */
async function readText(file: File): Promise<string> {
  // The mark at the start is kept, because places in the text are places in the file.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    return decoder.decode(await file.slice(0, HEAD_BYTES).arrayBuffer(), { stream: true })
  } catch {
    return ''
  }
}

export async function replaceHeadings(file: File, head: ImportHead, names: readonly string[]): Promise<File> {
  const text = await readText(file)
  const countBytes = (end: number) => new TextEncoder().encode(text.slice(0, end)).length
  const parts = [
    file.slice(0, countBytes(head.start)),
    names.join(head.separator),
    file.slice(countBytes(head.end)),
  ]
  return new File(parts, file.name, { type: file.type })
}
