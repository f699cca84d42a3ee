/**
 * Works around a leak in @tus/utils 0.7.1, whose stream buffers a piece of an upload in a file before it goes to a bucket.
 * If the upload breaks off while that file is being opened, the library neither closes nor removes it.
 */
import { rm } from 'node:fs/promises'
import { StreamSplitter } from '@tus/utils'

const { _newChunk: openBuffer } = StreamSplitter.prototype

StreamSplitter.prototype._newChunk = async function (this: StreamSplitter): Promise<void> {
  await openBuffer.call(this)
  if (!this.destroyed) return
  await this.fileHandle?.close()
  this.fileHandle = null
  if (this.currentChunkPath) await rm(this.currentChunkPath, { force: true })
}
