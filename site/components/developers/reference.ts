/** The content of `/developers`. `npm run docs` writes the file from the OpenAPI document, and `npm run check` compares them. */
import written from './reference.json'

export interface Field {
  /** The path from the top: `data.orderId`, with `[]` after a list. */
  name: string
  type: string
  isRequired: boolean
  about: string
}

/** A request body or a response. */
export interface Shape {
  isList: boolean
  fields: Field[]
  example: string
}

export interface ReferenceCall {
  /** A call, such as `GET /api/packages`, or an event, such as `order.paid`. */
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
  /** The rules for all calls. */
  about: string
  groups: { name: string; about: string }[]
  calls: ReferenceCall[]
  /** The body of every refused call. */
  refusal: Shape
  /** Calls that are only listed, without details. */
  others: { group: string; name: string; summary: string }[]
}

export const reference: Reference = written
