import { join } from 'node:path'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, onTestFinished, test } from 'vitest'
import { registerSandbox } from './sandbox.ts'
import { AUTHORIZATION, CREDENTIALS } from './testing/credentials.ts'
import { makeTempDir } from './testing/running-sandbox.ts'

/** Mounts the sandbox in an app that changes every setting that plugins inherit. */
async function mountInOpinionatedApp() {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((_error, _request, reply) => reply.status(418).send('the app’s own error'))
  app.setNotFoundHandler((_request, reply) => reply.status(404).send('the app’s own 404'))
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cross-origin-resource-policy', 'same-origin')
  })
  app.post('/own', async (request) => ({ isBuffer: Buffer.isBuffer(request.body) }))
  await app.register(registerSandbox, {
    prefix: '/sandbox/razorpay',
    ...CREDENTIALS,
    stateFile: join(await makeTempDir(), 'made', 'on', 'the', 'way', 'state.json'),
  })
  return app
}

test('mounted in an app, the sandbox behaves as it does alone', async () => {
  const app = await mountInOpinionatedApp()
  const url = '/sandbox/razorpay/v1/orders'
  const headers = { authorization: AUTHORIZATION }
  const made = await app.inject({ method: 'POST', url, headers, payload: { amount: 100 } })
  expect(made.json()).toMatchObject({ entity: 'order', amount: 100 })

  const refusals = [
    await app.inject({ method: 'POST', url, headers, payload: { amount: 1 } }),
    await app.inject({ method: 'POST', url, payload: { amount: 100 } }),
    await app.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'text/plain' },
      payload: '{"amount":100}',
    }),
    await app.inject({ method: 'GET', url: '/sandbox/razorpay/v1/nothing', headers }),
  ]
  for (const refusal of refusals) {
    expect(refusal.headers['content-type']).toMatch(/^application\/json/)
    expect(refusal.json()).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR', metadata: {} } })
  }
  const script = await app.inject('/sandbox/razorpay/v1/checkout.js')
  expect(script.headers['cross-origin-resource-policy']).toBe('cross-origin')
})

test('mounted in an app, the sandbox leaves the app’s own ways alone', async () => {
  const app = await mountInOpinionatedApp()
  const own = await app.inject({ method: 'POST', url: '/own', payload: { some: 'body' } })
  expect(own.json()).toEqual({ isBuffer: true })
  expect((await app.inject('/nothing')).body).toBe('the app’s own 404')
  expect(own.headers['access-control-allow-origin']).toBeUndefined()
})

test('an error in the sandbox itself is reported as Razorpay’s 500, without details', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  await registerSandbox(app, { ...CREDENTIALS, stateFile: join(await makeTempDir(), 'state.json') })
  app.get('/broken', async () => {
    throw new Error('secret detail')
  })
  const response = await app.inject('/broken')
  expect(response.statusCode).toBe(500)
  expect(response.json()).toMatchObject({ error: { code: 'SERVER_ERROR' } })
  expect(response.body).not.toContain('secret detail')
})
