/** Every text that a call takes is cleaned (api/rules/clean-text.ts), or is listed here with the reason why not. */

import { expect, test } from 'vitest'
import type * as z from 'zod'

const MODULES = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!**/*.test.ts'], {
  eager: true,
})
/** The exceptions, by the end of a field's path. */
const LEFT_AS_TYPED: Readonly<Record<string, string>> = {
  assword: 'a password is stored as it was typed, in NFC',
  '.secret': 'a password of the customer’s own systems',
  '.token': 'from a link',
  '.sessionId': 'made by the shop',
  '.sha256': 'made by the shop',
  '.originalAmount': 'computed by the page; no price depends on it',
  '.discountAmount': 'computed by the page; no price depends on it',
  rigin: 'told by the browser',
  '.razorpayOrderId': 'made by the provider',
  '.razorpayPaymentId': 'made by the provider',
  '.razorpaySignature': 'a signature',
  '.transports[]': 'made by the browser',
}

const TYPED = ' a\u200bb\u202e '

interface Leaf {
  path: string
  schema: z.ZodType
}

/** Lists the texts of a schema, also those in objects, lists and unions. */
function listTexts(path: string, schema: z.ZodType, seen = new Set<unknown>()): Leaf[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } }
  const inner = (part: unknown, name = '') => listTexts(path + name, part as z.ZodType, seen)
  switch (def.type) {
    case 'string':
      return [{ path, schema }]
    case 'object':
      return Object.entries(def.shape as object).flatMap(([name, part]) =>
        listTexts(`${path}.${name}`, part, seen),
      )
    case 'array':
      return inner(def.element, '[]')
    case 'union':
      return (def.options as unknown[]).flatMap((option) => inner(option))
    case 'pipe':
      return [{ path, schema }]
    case 'record':
      return inner(def.valueType, '{}')
    default:
      return def.innerType ? inner(def.innerType) : []
  }
}

test('every text of every call is cleaned before it is checked', () => {
  const leaves = Object.values(MODULES).flatMap((exported) =>
    Object.entries(exported).flatMap(([name, schema]) =>
      /(Body|Query|Params|Headers)$/.test(name) &&
      name !== 'ErrorBody' &&
      schema !== null &&
      typeof schema === 'object' &&
      'def' in schema
        ? listTexts(name, schema as unknown as z.ZodType)
        : [],
    ),
  )
  expect(leaves.length).toBeGreaterThan(100)
  const uncleaned = leaves.filter(({ schema }) => {
    const read = (text: string) => String(schema.safeParse(text).data)
    // Long texts keep invisible characters that cannot disguise the text around them, so they are tested with another one.
    const mark = read('a\nb').includes('\n') ? '\u202e' : '\u200b'
    return read(TYPED).includes(mark)
  })
  const isLeft = ({ path }: Leaf) => Object.keys(LEFT_AS_TYPED).some((end) => path.endsWith(end))
  expect(uncleaned.filter((leaf) => !isLeft(leaf)).map(({ path }) => path)).toEqual([])
})
