import { createHash } from 'node:crypto'

/** A script that stands in the page is run only if the content security policy has its hash. */
export function hashScript(source: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}
