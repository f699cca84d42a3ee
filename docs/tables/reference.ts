/** The part of the OpenAPI document that `/developers` shows. Public calls and webhook events are shown in full. */
import type { Field, Reference, ReferenceCall, Shape } from '#site/components/developers/reference.ts'

interface Schema {
  $ref?: string
  type?: string
  description?: string
  examples?: unknown[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  minLength?: number
  maxLength?: number
  format?: string
}
type Content = Record<string, { schema: Schema }>
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: [string]
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
export interface OpenapiDocument {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}

const IN_FULL = ['Catalogue', 'Coupons', 'Widget', 'Webhooks']
/** Calls that only the shop's own pages or the provider make. Strangers need not know where discounts are given away. */
const LEFT_OUT = /^(checkCouponInCheckout|generateExitCoupon|receiveProviderEvent)/
/** Groups of which only names are shown. The team's calls are left out: they are in the OpenAPI document, not on a public page. */
const NAMED = ['Buying', 'Accounts', 'Conversations']

const isForAnybody = ({ security }: Operation) =>
  security.length === 0 || security.some((one) => Object.keys(one).length === 0)

export function describeReference(document: OpenapiDocument): Reference {
  const { schemas } = document.components
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ name: `${method.toUpperCase()} ${path}`, call })),
    )
    .filter(({ call }) => !LEFT_OUT.test(call.operationId))
  const isShown = (call: Operation) => IN_FULL.includes(call.tags[0]) && isForAnybody(call)
  const events = Object.entries(document.webhooks).map(([name, { post }]) => ({ name, call: post }))
  const shown = [...operations.filter(({ call }) => isShown(call) && call.tags[0] !== 'Webhooks'), ...events]
  return {
    about: document.info.description,
    groups: IN_FULL.map((name) => ({
      name,
      about: document.tags.find((tag) => tag.name === name)?.description ?? '',
    })),
    calls: IN_FULL.flatMap((group) =>
      shown.filter(({ call }) => call.tags[0] === group).map((one) => describeCall(one, schemas)),
    ),
    refusal: describeShape(schemas.ErrorBody ?? {}, schemas),
    others: NAMED.flatMap((group) =>
      operations
        .filter(({ call }) => call.tags[0] === group && !isShown(call))
        .map(({ name, call }) => ({ group, name, summary: call.summary })),
    ),
  }
}

/** Writes one call per line, so that a diff shows which call has changed. */
export function writeReference({ calls, ...rest }: Reference): string {
  const lines = calls.map((call) => JSON.stringify(call)).join(',\n')
  return `${JSON.stringify(rest).slice(0, -1)},"calls":[\n${lines}\n]}\n`
}

function describeCall(
  { name, call }: { name: string; call: Operation },
  schemas: OpenapiDocument['components']['schemas'],
): ReferenceCall {
  const shapeOf = (content?: Content) => {
    const schema = content?.['application/json']?.schema
    return schema && schema.type !== 'null' ? describeShape(schema, schemas) : undefined
  }
  const [, success] = Object.entries(call.responses).find(([status]) => status.startsWith('2')) ?? []
  return {
    name,
    anchor: call.operationId,
    group: call.tags[0],
    summary: call.summary,
    description: call.description,
    parameters: (call.parameters ?? []).map((one) => ({
      name: one.name,
      place: one.in,
      type: describeType(one.schema),
      isRequired: one.required ?? false,
      about: one.description ?? one.schema.description ?? '',
    })),
    body: shapeOf(call.requestBody?.content),
    response: shapeOf(success?.content),
    answers: Object.entries(call.responses).map(([status, { description }]) => ({
      status,
      about: description,
    })),
  }
}

function describeShape(written: Schema, schemas: Record<string, Schema>): Shape {
  const schema = resolve(written, schemas)
  const isList = schema.type === 'array'
  return {
    isList,
    fields: listFields(isList ? (schema.items ?? {}) : schema, schemas),
    example: JSON.stringify(makeExample(schema, schemas), null, 2),
  }
}

function resolve(schema: Schema, schemas: Record<string, Schema>): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (schemas[name] ?? {})
}

function listFields(written: Schema, schemas: Record<string, Schema>, prefix = ''): Field[] {
  const { properties = {}, required = [] } = resolve(written, schemas)
  return Object.entries(properties).flatMap(([key, property]) => {
    const schema = resolve(property, schemas)
    const name = `${prefix}${key}`
    const field = {
      name,
      type: describeType(schema),
      isRequired: required.includes(key),
      about: schema.description ?? '',
    }
    const inner = schema.type === 'array' ? schema.items : schema
    return [field, ...listFields(inner ?? {}, schemas, schema.type === 'array' ? `${name}[].` : `${name}.`)]
  })
}

function describeType({ type, const: fixed, enum: choices, items, anyOf, format, ...rest }: Schema): string {
  if (fixed !== undefined) return JSON.stringify(fixed)
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' | ')
  if (anyOf) return anyOf.map(describeType).join(' | ')
  if (type === 'array') return `list of ${describeType(items ?? {})}`
  const length = rest.maxLength === undefined ? '' : `, at most ${rest.maxLength} characters`
  return `${format ?? type ?? 'any'}${length}`
}

function makeExample(written: Schema, schemas: Record<string, Schema>): unknown {
  const schema = resolve(written, schemas)
  const { examples, const: fixed, enum: choices, properties, items, anyOf } = schema
  if (examples) return examples[0]
  if (fixed !== undefined) return fixed
  if (choices) return choices[0]
  if (anyOf?.[0]) return makeExample(anyOf[0], schemas)
  if (properties) {
    const required = Object.entries(properties).filter(([name]) => schema.required?.includes(name))
    return Object.fromEntries(required.map(([name, property]) => [name, makeExample(property, schemas)]))
  }
  if (schema.type === 'array') return items ? [makeExample(items, schemas)] : []
  return { integer: 1, number: 1, boolean: true, null: null }[schema.type ?? ''] ?? 'text'
}
