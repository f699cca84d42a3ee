import { createHash } from 'node:crypto'

/** The content security policy only allows inline scripts and styles whose hash it has. */
export function hashInline(source: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}
