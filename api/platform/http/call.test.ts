import Fastify from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { registerRouteTable } from '#api/platform/plugins/route-table.ts'
import { call } from './call.ts'

const THINGS = { tag: 'Catalogue', operationId: 'listThings', summary: 'All things' } as const

function open() {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setSerializerCompiler(serializerCompiler)
  registerRouteTable(app)
  return app
}

test('a call without an access neither compiles nor starts', () => {
  const app = open()
  expect(() =>
    // @ts-expect-error access is missing
    call(app, 'GET /api/things', { ...THINGS, handler: () => {} }),
  ).toThrow('GET /api/things lacks an access or a tag')
})

test('a call without a response is 204 with nothing, whatever its handler returns', async () => {
  const app = open()
  call(app, 'POST /api/things', { access: 'public', ...THINGS, handler: () => 'secret' })
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/things' })
  expect([statusCode, body]).toEqual([204, ''])
})

test('a call responds with its status, and only with the fields of its response schema', async () => {
  const app = open()
  const made = { id: 1, secret: 'x' }
  call(app, 'POST /api/things', {
    access: 'public',
    ...THINGS,
    status: 201,
    repeat: { takesNoKey: 'a thing is a thing' },
    response: z.object({ id: z.number() }),
    handler: () => made,
  })
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/things' })
  expect([statusCode, body]).toEqual([201, '{"id":1}'])
})
