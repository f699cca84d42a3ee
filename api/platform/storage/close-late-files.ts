/**
 * Mends the stream in which @tus/utils 0.7.1 buffers a piece of an upload before it goes to a bucket. If the upload breaks off
 * while the buffer's file is being opened, the library neither closes nor removes that file.
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
