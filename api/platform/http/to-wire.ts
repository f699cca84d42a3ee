/** Converts database rows to the response shapes of the contract. */
import * as z from 'zod'

/** Input for a response: a Date may stand for its text, and extra fields are allowed. */
type Source<Wire> = Wire extends readonly (infer Item)[]
  ? readonly Source<Item>[]
  : Wire extends object
    ? { [Field in keyof Wire]: Source<Wire[Field]> }
    : string extends Wire
      ? Wire | Date
      : Wire

/**
 * Picks the schema's fields, so that no other column leaks.
 * @example toWire(Dispute, { ...dispute, amount: toDecimal(dispute.amountCents) })
 */
export function toWire<Schema extends z.ZodObject>(
  schema: Schema,
  row: Source<z.output<Schema>>,
): z.output<Schema> {
  return pick(schema, row) as z.output<Schema>
}

function pick(schema: unknown, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || value === null) return value
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return pick(schema.unwrap(), value)
  if (schema instanceof z.ZodArray) return (value as unknown[]).map((item) => pick(schema.element, item))
  if (!(schema instanceof z.ZodObject)) return value
  const { shape } = schema
  const given = value as Record<string, unknown>
  const shown: Record<string, unknown> = {}
  for (const field in shape) if (given[field] !== undefined) shown[field] = pick(shape[field], given[field])
  return shown
}
