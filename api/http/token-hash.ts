import { createHash } from 'node:crypto'

/** What is stored of a token that a browser or a link of a mail holds: its SHA-256. A leaked table opens nothing. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
