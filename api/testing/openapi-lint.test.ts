/** A linter that integrators use reports no errors or warnings about the document. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runRedocly } from './redocly.ts'
import { openTestApp, Visitor } from './test-app.ts'

/** Rules that Redocly does not recommend, but that the most used other linter, Spectral, has. */
const RULES = [
  ...['info-contact', 'no-duplicated-enum-values', 'no-duplicated-tag-names'],
  ...['no-invalid-parameter-examples', 'no-invalid-schema-examples'],
  ...['no-required-schema-properties-undefined', 'no-schema-type-mismatch', 'operation-description'],
  ...['operation-singular-tag', 'operation-tag-defined'],
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

const shop = openTestApp()

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
  expect(await lint((await new Visitor(shop).get('/api/openapi.json')).body)).toEqual([])
})
