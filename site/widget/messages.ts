/** Validates the frame's messages without zod, to be small. messages.test.ts compares it with the contract's schemas. */

import type { FrameMessage } from '#api/contract/sales/widget-messages.ts'
import { EMBED_FIELDS } from '#api/rules/embed.ts'

const types = new Map<unknown, Record<string, RegExp>>(Object.entries(EMBED_FIELDS))

export interface ReadMessage {
  type: FrameMessage['type']
  /** Only the fields of this type of message. */
  detail: Partial<Record<string, string | number>>
}

/** @returns undefined if this is no valid message of the frame */
export function readMessage(data: unknown): ReadMessage | undefined {
  const message = Object(data)
  const fields = types.get(message.type)
  if (message.source !== 'service-package' || message.version !== 1 || !fields) return undefined
  const detail: ReadMessage['detail'] = {}
  for (const name in fields) {
    const value: unknown = message[name]
    if (typeof value !== (name === 'height' ? 'number' : 'string') || !fields[name]?.test(value as string))
      return undefined
    detail[name] = value as string
  }
  return { type: message.type, detail }
}
