import { createHash } from 'node:crypto'

/** A script or style that stands in the page counts only if the content security policy has its hash. */
export function hashInline(source: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}
