import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameMessage } from '#api/contract/sales/widget-messages.ts'
import { readMessage } from './messages.ts'

const head = { source: 'service-package', version: 1 }
const sale = { orderNumber: 'INV-123', package: 'business-website', amount: '99.00', currency: 'USD' }
const saleInYen = { ...sale, amount: '99', currency: 'JPY' }
const messages = [
  { ...head, type: 'ready' },
  { ...head, type: 'resize', height: 640 },
  { ...head, type: 'opened', package: 'business-website' },
  { ...head, type: 'paid', ...sale },
  { ...head, type: 'paid', ...saleInYen },
  { ...head, type: 'close' },
]

/** The result of the schema, in the shape of {@link readMessage}. */
function readWithSchema(data: unknown) {
  const { success, data: message } = FrameMessage.safeParse(data)
  if (!success) return undefined
  const { source: _, version: __, type, ...detail } = message
  return { type, detail }
}

test('the script on a page reads each message of the frame, and drops what else is in it', () => {
  for (const message of messages) {
    const read = readMessage({ ...message, email: 'buyer@example.com' })
    expect(read?.type).toBe(message.type)
    expect({ ...head, type: read?.type, ...read?.detail }).toEqual(message)
  }
})

test('the script on a page takes and refuses what the schemas take and refuse', () => {
  const almost = fc
    .tuple(
      fc.constantFrom(...messages),
      fc.dictionary(
        fc.constantFrom(
          'source',
          'version',
          'type',
          'height',
          'package',
          'orderNumber',
          'amount',
          'currency',
        ),
        fc.oneof(
          fc.constantFrom(
            ...['ready', 'paid', 'constructor', '__proto__', 'service-package', 1, 2, 640, '640'],
          ),
          fc.anything(),
        ),
        { maxKeys: 2, noNullPrototype: true },
      ),
    )
    .map(([message, changes]) => ({ ...message, ...changes }))
  fc.assert(
    fc.property(fc.oneof(almost, fc.anything()), (data) => {
      expect(readMessage(data)).toEqual(readWithSchema(data))
    }),
    { numRuns: 2000 },
  )
})
