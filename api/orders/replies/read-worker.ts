/** Reads one mail in a thread of its own, which ends where the mail takes too long or too much memory. */
import { parentPort, workerData } from 'node:worker_threads'
import { readMail } from './read-mail.ts'

const { raw, ownContentId } = workerData as { raw: Uint8Array; ownContentId: string }
parentPort?.postMessage(await readMail(raw, ownContentId))
