/** Two linters that integrators use report no errors or warnings about the document. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { beforeAll, expect, test } from 'vitest'
import { inherited } from '#db/testing/node-process.ts'
import { openTestApp, Visitor } from './test-app.ts'

const REDOCLY = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')

const shop = openTestApp()

let written: string
beforeAll(async () => {
  written = (await new Visitor(shop).get('/api/openapi.json')).body
})

test('redocly finds no error and no warning in the OpenAPI document', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-openapi-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, written)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [REDOCLY, 'lint', file, '--extends=recommended', '--format=json'],
    {
      cwd: folder,
      env: { ...inherited(), REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  ).catch((error: { stdout: string }) => error)
  await rm(folder, { recursive: true })
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] }
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})

test('spectral finds no error and no warning in the OpenAPI document', async () => {
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] })
  const problems = await spectral.run(written)
  expect(problems.map(({ code, path, message }) => `${code}: ${path.join('.')}: ${message}`)).toEqual([])
})
