/** The part of an OpenAPI document that the tests read. */
export type JsonSchema = Record<string, unknown>

export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: {
    name: string
    in: 'path' | 'query'
    required: boolean
    description?: string
    schema: JsonSchema
  }[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>
}

export interface OpenapiDocument {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  tags: { name: string }[]
  components: {
    schemas: Record<string, JsonSchema>
    securitySchemes: Record<string, Record<string, string>>
  }
  paths: Record<string, Record<string, Operation>>
}

export interface DocumentedCall {
  method: string
  /** `/api/packages/{id}` */
  path: string
  operation: Operation
}

export function listCalls(document: OpenapiDocument): DocumentedCall[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

export const nameOf = ({ method, path }: DocumentedCall) => `${method} ${path}`
