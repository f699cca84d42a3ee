/** Validates requests by their schemas, with a readable default message. */
import type { FastifySchemaCompiler } from 'fastify'
import type * as z from 'zod'

const KINDS: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
}
const UNITS: Readonly<Record<string, string>> = { array: ' entries', string: ' characters' }

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const outcome = schema.safeParse(data, { error: describeIssue })
    if (outcome.success) return { value: outcome.data }
    const error = outcome.error.issues.map(({ code, path, message }) => ({
      keyword: code,
      instancePath: `/${path.join('/')}`,
      schemaPath: '',
      params: {},
      message,
    }))
    return { error }
  }

function describeIssue(issue: z.core.$ZodRawIssue): string {
  const name = String(issue.path?.at(-1) ?? 'The body')
  if (issue.input === undefined || issue.input === '') return `${name} is required`
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${KINDS[issue.expected] ?? 'something else'}`
    case 'invalid_value':
      return `${name} must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'too_small':
      return `${name} must be at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    case 'too_big':
      return `${name} must be at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    default:
      return `${name} is not valid`
  }
}
