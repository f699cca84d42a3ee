/** Generates values for a JSON Schema: mostly valid ones, so that the rules behind it are reached, and some invalid ones. */
import fc from 'fast-check'
import type { JsonSchema } from '#api/testing/openapi-document.ts'
import { hostileKey, hostileText, hostileValue, toObject } from './hostile-values.ts'

/** Values that exist in the tested shop, by field name. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const HOSTILE_ONE_IN = 12

/** One in `HOSTILE_ONE_IN` values is hostile. */
const mostly = (allowed: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: HOSTILE_ONE_IN - 1, arbitrary: allowed }, { weight: 1, arbitrary: hostileValue })

export function valueFor(schema: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const meaningful = known[name]
  const allowed = allowedValue(schema, known)
  return mostly(
    meaningful ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...meaningful) }, allowed) : allowed,
  )
}

function allowedValue(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => allowedValue(choice, known)))
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: unknown) => allowedValue({ ...schema, type }, known)))
  }
  switch (schema.type) {
    case 'object':
      return objectValue(schema, known)
    case 'array':
      return fc.array(valueFor((schema.items ?? {}) as JsonSchema, known), { maxLength: 4 })
    case 'integer':
      return fc.integer(boundsOf(schema))
    case 'number':
      return fc.oneof(fc.integer(boundsOf(schema)), fc.double({ noNaN: true, min: -1e6, max: 1e6 }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textValue(schema)
    default:
      return fc.oneof(fc.string(), fc.integer(), fc.constant(null))
  }
}

function objectValue(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const required = new Set((schema.required ?? []) as string[])
  const fields = properties.map(([name, property]) => {
    const present = valueFor(property, known, name).map((value) => [[name, value] as const])
    const absent = fc.constant([])
    return fc.oneof(
      { weight: required.has(name) ? 30 : 2, arbitrary: present },
      { weight: 1, arbitrary: absent },
    )
  })
  const extra = fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(hostileKey, hostileValue), { minLength: 1, maxLength: 2 }) },
  )
  // A map, such as answers by question id.
  const values = schema.additionalProperties as JsonSchema | boolean | undefined
  const mapped =
    typeof values === 'object' && properties.length === 0
      ? fc.array(fc.tuple(fc.oneof(fc.nat({ max: 5 }).map(String), hostileText), valueFor(values, known)), {
          maxLength: 3,
        })
      : fc.constant([])
  return fc.tuple(...fields, extra, mapped).map((groups) => toObject(groups.flat() as [string, unknown][]))
}

function boundsOf({ minimum = -1_000, maximum = 1_000_000 }: { minimum?: number; maximum?: number }) {
  return { min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }
}

function textValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { minLength = 0, maxLength = 30 } = schema as { minLength?: number; maxLength?: number }
  if (schema.format === 'email') return fc.emailAddress()
  const pattern = schema.pattern as string | undefined
  if (pattern?.includes('\\d')) return fc.oneof(fc.nat({ max: 9 }).map(String), fc.nat().map(String))
  const max = Math.max(minLength, Math.min(maxLength, minLength + 20))
  return fc.oneof(
    fc.string({ minLength, maxLength: max }),
    fc.string({ unit: 'grapheme', minLength, maxLength: max }),
    fc
      .string({ unit: fc.constantFrom(...'abcxyz 0189'), minLength, maxLength: max })
      .map((text) => text.padEnd(minLength, 'x')),
  )
}
