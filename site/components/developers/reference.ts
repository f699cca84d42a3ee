/** What `/developers` tells of the API. `npm run docs` writes the file from the OpenAPI document, and `npm run check` compares it. */
import written from './reference.json'

export interface Field {
  /** With the names of what it stands in: `data.orderId`; `[]` after a list. */
  name: string
  type: string
  isRequired: boolean
  about: string
}

/** A body, or what comes back. */
export interface Shape {
  isList: boolean
  fields: Field[]
  example: string
}

export interface ReferenceCall {
  /** `GET /api/packages`, or an event: `order.paid`. */
  name: string
  anchor: string
  group: string
  summary: string
  description: string
  parameters: (Field & { place: string })[]
  body?: Shape | undefined
  response?: Shape | undefined
  answers: { status: string; about: string }[]
}

export interface Reference {
  /** What holds for every call. */
  about: string
  groups: { name: string; about: string }[]
  calls: ReferenceCall[]
  /** Of every refused call. */
  refusal: Shape
  /** Calls that are named alone. */
  others: { group: string; name: string; summary: string }[]
}

export const reference: Reference = written
