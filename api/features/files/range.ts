import type { ByteRange } from '../../storage/storage.ts'

/**
 * Reads a request for one range of bytes (RFC 9110, Range).
 * @param header such as bytes=0-99, bytes=100- or bytes=-50
 * @returns undefined for anything else, and where nothing of it is there: the whole file is then sent, as the RFC allows
 */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end ? { start, end } : undefined
}
