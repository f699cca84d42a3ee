/** Sends a file to an order in pieces. After a lost connection it goes on by itself, and so does the same file chosen again after a reload. */
import type { DetailedError, Upload } from 'tus-js-client'
import type { ErrorBody } from '../../../api/contract/errors.ts'
import { PIECE_BYTES } from '../../../api/rules/order-work/uploads.ts'

/** A connection that is away for longer is left to the person, who may go on with 'Try again'. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000]
const INTERRUPTED = 'The upload was interrupted. Please check your connection and try again.'

interface Sending {
  orderId: number
  file: File
  onProgress: (sentBytes: number) => void
  /** @param id of the file, to be sent with a message */
  onDone: (id: string) => void
  /** @param reason for the person who sends it */
  onFailed: (reason: string) => void
}

/** @returns what stops it and removes what was sent */
export function uploadFile({ orderId, file, onProgress, onDone, onFailed }: Sending): () => void {
  let upload: Upload | undefined
  let isCancelled = false
  // Loaded with the first file: most visits send none.
  import('tus-js-client').then(
    async ({ Upload }) => {
      if (isCancelled) return
      upload = new Upload(file, {
        endpoint: `/api/orders/${orderId}/uploads`,
        chunkSize: PIECE_BYTES,
        retryDelays: RETRY_DELAYS_MS,
        removeFingerprintOnSuccess: true,
        metadata: { name: file.name },
        onProgress,
        onSuccess: () => onDone(upload?.url?.split('/').at(-1) ?? ''),
        onError: (error) => onFailed(explain(error)),
      })
      const [previous] = await upload.findPreviousUploads()
      if (previous) upload.resumeFromPreviousUpload(previous)
      if (!isCancelled) upload.start()
    },
    () => onFailed(INTERRUPTED),
  )
  return () => {
    isCancelled = true
    // What could not be removed now goes by itself within a day.
    void upload?.abort(true).catch(() => {})
  }
}

/** The API's reason for a refusal. */
function explain(error: Error | DetailedError): string {
  const text = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined
  try {
    const { message, issues } = JSON.parse(text ?? '') as ErrorBody
    return issues?.[0]?.message ?? message
  } catch {
    return INTERRUPTED
  }
}
