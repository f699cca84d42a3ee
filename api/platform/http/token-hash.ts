import { createHash } from 'node:crypto'

/** Hashes a token of a cookie or mailed link. Only the hash is stored, so that a leaked table grants no access. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
