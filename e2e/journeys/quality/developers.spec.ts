/** Compares the API reference at `/developers` with the OpenAPI document of the running shop. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'playwright/test'
import { test } from '#e2e/journeys/support/journey.ts'

interface Operation {
  tags: string[]
  security: object[]
  operationId: string
  summary: string
  description: string
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
}

const IN_FULL = ['Catalogue', 'Coupons', 'Widget']
/** Calls that only the shop's own pages make. */
const LEFT_OUT = ['checkCouponInCheckout', 'generateExitCoupon']

function listExpected({ paths, webhooks }: Document): Map<string, Operation> {
  const open = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(
        ([, { tags, operationId }]) => IN_FULL.includes(tags[0] ?? '') && !LEFT_OUT.includes(operationId),
      )
      .filter(
        ([, { security }]) => security.length === 0 || security.some((one) => Object.keys(one).length === 0),
      )
      .map(([method, call]) => [`${method.toUpperCase()} ${path}`, call] as const),
  )
  return new Map([...open, ...Object.entries(webhooks).map(([event, { post }]) => [event, post] as const)])
}

/** @returns every name and text in this part of the document */
function listWords(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [String(part).replaceAll('`', '')]
  return Object.entries(part).flatMap(([name, value]) => [name, ...listWords(value)])
}

function listFields(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) => [
    ...(name === 'properties' ? Object.keys(value) : []),
    ...listFields(value),
  ])
}

/** @returns the schemas of the request's and the response's body, in the order of the page */
function listSchemas({ requestBody, responses }: Operation): object[] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  return [requestBody, success].flatMap((part) => part?.content?.['application/json']?.schema ?? [])
}

test('the reference shows each open call and event in full, and says nothing that the document does not', async ({
  page,
  request,
}) => {
  const expected = listExpected(await (await request.get('/api/openapi.json')).json())
  await page.goto('/developers')
  const shown = await page.locator('[data-call]').evaluateAll((articles) =>
    articles.map((article) => ({
      name: [...(article.querySelector('h3')?.children ?? [])].map((part) => part.textContent).join(' '),
      // Leaves out the page's own words, which are marked, and codes, which are marked as not to be translated.
      texts: [
        ...article.querySelectorAll(
          'p, dt, dd:not(:has(span:not([translate]))), dd span:not([data-own], [translate])',
        ),
      ].map((one) => (one.textContent ?? '').trim()),
      examples: [...article.querySelectorAll('pre')].map((pre) => pre.textContent ?? ''),
    })),
  )
  expect(shown.map(({ name }) => name).sort()).toEqual([...expected.keys()].sort())

  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const { name, texts, examples } of shown) {
    const call = expected.get(name)
    if (!call) continue
    // A field is named with its path, such as `data.orderId`.
    const said = texts.map((text) => (/^[\w.[\]]+$/.test(text) ? String(text.split('.').at(-1)) : text))
    const words = new Set(listWords(call))
    expect(
      said.filter((text) => !words.has(text)),
      `${name} is told more than the document says`,
    ).toEqual([])
    const schemas = listSchemas(call)
    const needed = [call.summary, call.description, ...Object.keys(call.responses), ...listFields(schemas)]
    expect(
      needed.filter((text) => !said.includes(text)),
      `${name} lacks what the document says`,
    ).toEqual([])
    const filled = schemas.filter((schema) => !('type' in schema && schema.type === 'null'))
    expect(examples, name).toHaveLength(filled.length)
    for (const [index, schema] of filled.entries())
      expect(ajv.validate(schema, JSON.parse(examples[index] ?? '')), `${name}: ${examples[index]}`).toBe(
        true,
      )
  }
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Developers' })).toBeAttached()
})
