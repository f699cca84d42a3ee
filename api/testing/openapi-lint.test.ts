/** A linter that integrators use reports no errors or warnings about the document. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runRedocly } from './redocly.ts'
import { openTestApp, Visitor } from './test-app.ts'

/** Rules that Redocly does not recommend, but that the most used other linter, Spectral, has. */
const RULES = [
  'info-contact',
  'no-duplicated-enum-values',
  'no-duplicated-tag-names',
  'no-invalid-parameter-examples',
  'no-invalid-schema-examples',
  'no-required-schema-properties-undefined',
  'no-schema-type-mismatch',
  'operation-description',
  'operation-singular-tag',
  'operation-tag-defined',
]
const CONFIG = {
  extends: ['recommended'],
  rules: {
    ...Object.fromEntries(RULES.map((rule) => [rule, 'error'])),
    'rule/operation-tags': {
      subject: { type: 'Operation', property: 'tags' },
      assertions: { defined: true, minLength: 1 },
    },
  },
}

interface Schema {
  type: string
  properties?: Record<string, object>
  required?: string[]
}
interface Operation {
  description?: string
  tags?: string[]
  parameters?: { schema: object; example?: unknown }[]
}
interface Document {
  info: { contact?: object }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const shop = openTestApp()

let written: string
beforeAll(async () => {
  written = (await new Visitor(shop).get('/api/openapi.json')).body
})

/** @returns what the linter finds, each such as 'info-contact: Info object should contain `contact` field.' */
async function lint(document: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-openapi-'))
  await writeFile(join(folder, 'openapi.json'), document)
  // JSON is YAML, too.
  await writeFile(join(folder, 'redocly.yaml'), JSON.stringify(CONFIG))
  const args = ['lint', 'openapi.json', '--format=json', '--max-problems=1000']
  const found = await runRedocly(folder, args).catch(({ stdout }: { stdout: string }) => stdout)
  await rm(folder, { recursive: true })
  const { problems } = JSON.parse(found) as { problems: { ruleId: string; message: string }[] }
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

test('redocly finds no error and no warning in the OpenAPI document', async () => {
  expect(await lint(written)).toEqual([])
})

test('redocly finds each fault that is planted', async () => {
  const document: Document = JSON.parse(written)
  delete document.info.contact
  document.tags.push({ name: 'Planted', description: 'One' }, { name: 'Planted', description: 'Two' })
  const calls = Object.values(document.paths).flatMap((path) => Object.values(path))
  const [first, second, third, fourth] = calls
  const withParameter = calls.find(({ parameters = [] }) => parameters.length > 0)
  const parameter = withParameter?.parameters?.[0]
  const schema = Object.values(document.components.schemas).find(({ type }) => type === 'object')
  if (!first || !second || !third || !fourth || !parameter || !schema)
    throw new Error('Nothing to plant faults in')
  delete first.description
  delete second.tags
  third.tags = ['Nobody knows this']
  fourth.tags = ['Planted', 'Planted']
  parameter.schema = { type: 'integer' }
  parameter.example = 'no number'
  schema.required = ['nowhere']
  schema.properties = {
    ...schema.properties,
    twice: { type: 'string', enum: ['a', 'a'] },
    wrong: { type: 'integer', examples: ['no number'] },
    mixed: { type: 'string', items: { type: 'string' } },
  }
  const found = new Set((await lint(JSON.stringify(document))).map((problem) => problem.split(':')[0]))
  expect([...found]).toEqual(expect.arrayContaining([...RULES, 'rule/operation-tags']))
})
