import { useCallback, useEffect, useRef, useState } from 'react'
import type { DetailedError, Upload } from 'tus-js-client'
import type { FileLimits, FileList } from '#api/contract/orders/conversation.ts'
import type { ErrorBody } from '#api/contract/platform/errors.ts'
import { formatBytes, MOST_FILES, PIECE_BYTES } from '#api/rules/order-work/uploads.ts'
import type { Call } from '#site/order/use-conversation.ts'

/** An uploaded file, which goes with the next message. */
export interface AttachedFile {
  id: string
  name: string
  sizeBytes: number
}

/** A file that is uploading or has failed to. */
export interface SendingFile {
  key: number
  name: string
  sizeBytes: number
  sentBytes: number
  error?: string
  /** undefined if a retry cannot help. */
  retry?: () => void
  cancel: () => void
}

interface Attachments {
  orderId: number
  call: Call
  /** The uploaded files, which are stored with the draft. */
  attached: readonly AttachedFile[]
  change: (next: (attached: readonly AttachedFile[]) => readonly AttachedFile[]) => void
}

/** Handles the files of a message: the uploaded ones and those still uploading. */
export function useAttachments({ orderId, call, attached, change }: Attachments) {
  const [sending, setSending] = useState<readonly SendingFile[]>([])
  const [limits, setLimits] = useState<FileLimits | undefined>()
  const count = useRef(0)
  const latest = useRef({ attached, change })
  latest.current = { attached, change }

  // Also drop files that are gone from the server: sent from another tab, or removed after a day.
  useEffect(() => {
    call<FileList>(`/api/orders/${orderId}/files`).then(
      ({ files, limits: known }) => {
        setLimits(known)
        const unsent = new Set(
          files.filter(({ isSent, questionId }) => !isSent || questionId !== null).map(({ id }) => id),
        )
        const isThere = ({ id }: AttachedFile) => unsent.has(id)
        if (!latest.current.attached.every(isThere)) latest.current.change((all) => all.filter(isThere))
      },
      // Without the limits the form checks nothing, and the API refuses files that are too large.
      () => {},
    )
  }, [call, orderId])

  const send = useCallback(
    (file: File, key: number) => {
      const update = (fields: Partial<SendingFile>) =>
        setSending((all) => all.map((one) => (one.key === key ? { ...one, ...fields } : one)))
      const leave = () => setSending((all) => all.filter((one) => one.key !== key))
      const stop = uploadFile({
        orderId,
        file,
        onProgress: (sentBytes) => update({ sentBytes }),
        onDone: (id) => {
          leave()
          latest.current.change((all) => [...all, { id, name: file.name, sizeBytes: file.size }])
        },
        onFailed: (error) =>
          update({
            error,
            retry: () => {
              leave()
              send(file, key)
            },
          }),
      })
      const cancel = () => {
        stop()
        leave()
      }
      setSending((all) => [
        ...all.filter((one) => one.key !== key),
        { key, name: file.name, sizeBytes: file.size, sentBytes: 0, cancel },
      ])
    },
    [orderId],
  )

  function add(files: Iterable<File>): void {
    let room = MOST_FILES - attached.length - sending.length
    for (const file of files) {
      count.current += 1
      const key = count.current
      const refuse = (error: string) =>
        setSending((all) => [
          ...all,
          {
            key,
            name: file.name,
            sizeBytes: file.size,
            sentBytes: 0,
            error,
            cancel: () => setSending((others) => others.filter((one) => one.key !== key)),
          },
        ])
      if (room <= 0) refuse(`You can send ${MOST_FILES} files at once. Please send this one separately.`)
      else if (file.size === 0) refuse('This file is empty.')
      else if (limits && file.size > limits.largestFileBytes)
        refuse(
          `This file is ${formatBytes(file.size)}. The limit is ${formatBytes(limits.largestFileBytes)}.`,
        )
      else send(file, key)
      room -= 1
    }
  }

  function remove(id: string): void {
    change((all) => all.filter((one) => one.id !== id))
    // If this fails, the server removes the unsent file within a day.
    void call(`/api/uploads/${id}`, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }).catch(
      () => {},
    )
  }

  return { sending, limits, add, remove, isSending: sending.some(({ error }) => !error) }
}

/** If the connection is down for longer, the person can continue with 'Try again'. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000]
const INTERRUPTED = 'The upload was interrupted. Please check your connection and try again.'

interface Sending {
  orderId: number
  file: File
  onProgress: (sentBytes: number) => void
  /** @param id of the uploaded file, to be sent with a message */
  onDone: (id: string) => void
  /** @param reason shown to the person */
  onFailed: (reason: string) => void
}

/** @returns a function that cancels the upload and removes what was uploaded */
function uploadFile({ orderId, file, onProgress, onDone, onFailed }: Sending): () => void {
  let upload: Upload | undefined
  let isCancelled = false
  // Loaded with the first file, because most visits send none.
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
    // If this fails, the server removes the upload within a day.
    void upload?.abort(true).catch(() => {})
  }
}

/** The API's reason for refusing the upload. */
function explain(error: Error | DetailedError): string {
  const text = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined
  try {
    const { message, issues } = JSON.parse(text ?? '') as ErrorBody
    return issues?.[0]?.message ?? message
  } catch {
    return INTERRUPTED
  }
}
