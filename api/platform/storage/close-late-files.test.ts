import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StreamSplitter } from '@tus/utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import './close-late-files.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'shop-late-'))
})
afterEach(() => rm(directory, { recursive: true }))

/** The files in the folder that this process has open. */
async function listOpen(): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return (await Promise.all(links)).filter((file) => file.startsWith(directory))
}

/** Begins uploads that break off while their buffers are being opened. */
async function breakOff(Splitter: typeof StreamSplitter, count: number): Promise<StreamSplitter[]> {
  const uploads = Array.from({ length: count }, () => new Splitter({ chunkSize: 100, directory }))
  await Promise.all(
    uploads.map((splitter) => {
      splitter.on('error', () => {})
      const hasOpened = new Promise<void>((resolve) => splitter.once('chunkStarted', () => resolve()))
      splitter.write(Buffer.alloc(10))
      splitter.destroy(new Error('The visitor has gone'))
      return hasOpened
    }),
  )
  return uploads
}

test('an upload that breaks off while its buffer is being opened leaves no file behind', async () => {
  await breakOff(StreamSplitter, 20)
  await expect.poll(() => readdir(directory)).toEqual([])
  await expect.poll(listOpen).toEqual([])
})

test('the library alone leaves it open and behind: once this fails, close-late-files.ts goes', async () => {
  const library = new URL('./models/StreamSplitter.js?unmended', import.meta.resolve('@tus/utils'))
  const { StreamSplitter: Unmended } = (await import(library.href)) as typeof import('@tus/utils')
  expect(Unmended).not.toBe(StreamSplitter)
  const [upload] = await breakOff(Unmended, 1)
  // What it does last, whether it closes the file or keeps it.
  await expect.poll(() => upload?.currentChunkSize).toBe(10)
  expect([await readdir(directory), await listOpen()]).toMatchObject([
    [expect.any(String)],
    [expect.any(String)],
  ])
  await upload?.fileHandle?.close()
})
