/** Streams files as one ZIP: one file is open at a time, and none is held in memory. */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { makeZip } from 'client-zip'
import type { FileStorage } from '#api/platform/storage/storage.ts'
import type { OrderFile } from '#db/models/orders/order-file.ts'

/** Characters not allowed in file names on Windows, macOS or Linux. A slash would create a folder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNSAFE = /[\\/:*?"<>|\u0000-\u001f\u007f-\u009f]/g
/** Device names on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** @returns for each name a safe one, unique in the folder even if case is ignored */
export function nameZipEntries(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((given) => {
    const name = given
      .replaceAll(UNSAFE, '_')
      .replace(/^\.+|[. ]+$/g, '_')
      .replace(DEVICE, '_$1')
    const dot = name.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let entry = name
    for (let number = 2; taken.has(toKey(entry)); number += 1) entry = `${stem} (${number})${ending}`
    taken.add(toKey(entry))
    return entry
  })
}

const toKey = (name: string) => name.normalize('NFC').toLowerCase()

export function packFiles(
  storage: FileStorage,
  files: readonly Pick<OrderFile, 'id' | 'name' | 'createdAt'>[],
): Readable {
  async function* open() {
    const names = nameZipEntries(files.map(({ name }) => name))
    for (const [index, { id, createdAt: lastModified }] of files.entries()) {
      const input = await storage.read(id)
      // The file was removed after it was listed.
      if (!input) continue
      try {
        yield { input, name: names[index], lastModified }
      } finally {
        // Runs even if the visitor closed the connection.
        input.destroy()
      }
    }
  }
  return Readable.fromWeb(makeZip(open()) as ReadableStream<Uint8Array>)
}
