/** A client generated from the OpenAPI document works, as an integrator would use it. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Order } from '#db/models/orders/order.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { ROOT } from '#db/testing/node-process.ts'
import { buyerForm } from './buyer.ts'
import { runRedocly } from './redocly.ts'
import { openTestApp, Visitor } from './test-app.ts'

/** An integrator's program: buys the first package, is signed in by the purchase, and prints the order. */
const PROGRAM = `
import { configure, createOrder, listOrders, listPackages, signInAfterPurchase, use, verifyPayment } from './client.ts'

const [shopUrl, sandboxUrl, form] = process.argv.slice(2) as [string, string, string]
const cookies = new Map<string, string>()
configure({ serverUrl: shopUrl })
use({
  onRequest: ({ headers }) => {
    headers.cookie = [...cookies].map((cookie) => cookie.join('=')).join('; ')
  },
  onResponse: (response) => {
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
  },
})

const [item] = await listPackages()
if (!item) throw new Error('The shop is empty')
const order = await createOrder({
  body: { packageId: item.id, finalAmount: item.price, userData: JSON.parse(form) },
})
const paid = await fetch(sandboxUrl + '/pay', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ order_id: order.razorpayOrderId, outcome: 'success' }),
})
const receipt = await paid.json() as Record<'razorpay_payment_id' | 'razorpay_signature', string>
const { sessionId = '' } = await verifyPayment({
  body: {
    orderId: order.orderId,
    razorpayOrderId: order.razorpayOrderId ?? '',
    razorpayPaymentId: receipt.razorpay_payment_id,
    razorpaySignature: receipt.razorpay_signature,
  },
})
await signInAfterPurchase({ body: { sessionId } })
const orders = await listOrders()
console.log(JSON.stringify(orders.map(({ id, amount, paymentStatus }) => ({ id, amount, paymentStatus }))))
`

const shop = openTestApp()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-client-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'openapi.json'), (await new Visitor(shop).get('/api/openapi.json')).body)
  await runRedocly(folder, [
    'generate-client',
    'openapi.json',
    '--output=client.ts',
    '--args-style=grouped',
    '--import-ext=ts',
  ])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** @returns the compiler's errors */
async function compile(program: string): Promise<string[]> {
  const file = join(folder, 'buy.ts')
  await writeFile(file, program)
  const compiled = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules', '@types')],
  })
  return ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('a client generated from the OpenAPI document compiles and buys', async () => {
  await insertPackage(shop.db, { priceCents: 129_900 })
  expect(await compile(PROGRAM)).toEqual([])
  const form = JSON.stringify(buyerForm())
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(folder, 'buy.ts'),
    shop.url,
    shop.sandboxUrl,
    form,
  ])
  const order = await Order.query(shop.db).findOne({ paymentStatus: 'paid' }).throwIfNotFound()
  expect(JSON.parse(stdout)).toEqual([{ id: order.id, amount: '1299.00', paymentStatus: 'paid' }])
})

test('its types know the API: a wrong body and an unknown field do not compile', async () => {
  const wrong = PROGRAM.replace('packageId: item.id', 'packageId: item.name').replace(
    '({ id, amount',
    '({ total, id, amount',
  )
  expect(await compile(wrong)).toEqual([
    expect.stringContaining("'string' is not assignable to type 'number'"),
    expect.stringContaining("'total' does not exist"),
  ])
})
