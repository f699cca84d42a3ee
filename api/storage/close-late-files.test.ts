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

test('an upload that breaks off while its buffer is being opened leaves no file behind', async () => {
  const opened = Array.from({ length: 20 }, () => {
    const splitter = new StreamSplitter({ chunkSize: 100, directory })
    splitter.on('error', () => {})
    const hasOpened = new Promise<void>((resolve) => splitter.once('chunkStarted', () => resolve()))
    splitter.write(Buffer.alloc(10))
    splitter.destroy(new Error('The visitor has gone'))
    return hasOpened
  })
  await Promise.all(opened)
  await expect.poll(() => readdir(directory)).toEqual([])
  await expect.poll(listOpen).toEqual([])
})
