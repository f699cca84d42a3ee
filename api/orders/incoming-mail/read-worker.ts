/** Parses one mail in a worker thread, which is killed if it takes too long or too much memory. */
import { parentPort, workerData } from 'node:worker_threads'
import { readMail } from './read-mail.ts'

const { raw, ownContentId } = workerData as { raw: Uint8Array; ownContentId: string }
parentPort?.postMessage(await readMail(raw, ownContentId))
