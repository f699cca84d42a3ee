import * as z from 'zod'
import {
  BankTransferBody,
  InstalmentParams,
  MoveInstalmentBody,
  WriteOffBody,
} from '#api/contract/money/instalments.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { getActor } from '#api/platform/plugins/guards.ts'
import { recordBankTransfer } from './bank-transfer.ts'
import { moveDueDate, writeOffInstalment } from './change-instalment.ts'

const ON_INSTALMENT = {
  access: 'admin',
  params: InstalmentParams,
  response: z.object({ success: z.literal(true) }),
} as const
const TRANSFER = {
  ...ON_INSTALMENT,
  proof: 'with_factor',
  description: 'It settles the order or instalment like a card payment: invoice, mails and webhooks follow.',
  body: BankTransferBody,
} as const
const NO_TRANSFER =
  'the order is unpaid and cancelled (order_cancelled), or another payment has this reference (reference_used)'
const NOT_OPEN = 'It is paid, or not to be paid any more (instalment_not_open)'
const done = { success: true } as const

export function instalmentRoutes(app: App, services: Services): void {
  call(app, 'PUT /admin/orders/:id/instalments/:position/due', {
    ...ON_INSTALMENT,
    operationId: 'moveInstalmentDue',
    summary: 'Move the due date of an instalment of an order',
    description: 'It is due when the company closes on that day. Reminders count from then.',
    refusals: { 409: 'It is not due (instalment_not_open)' },
    body: MoveInstalmentBody,
    handler: async (request) => {
      const { id: orderId, position } = request.params
      const { day } = request.body
      await moveDueDate(services, { orderId, position, day, admin: getActor(request) })
      return done
    },
  })

  call(app, 'POST /admin/orders/:id/instalments/:position/write-off', {
    ...ON_INSTALMENT,
    proof: 'with_factor',
    operationId: 'writeOffInstalment',
    summary: 'Write off an instalment of an order',
    description: 'For good. If it was invoiced, a credit note takes the invoice back.',
    refusals: { 409: NOT_OPEN },
    body: WriteOffBody,
    handler: async (request) => {
      const { id: orderId, position } = request.params
      await writeOffInstalment(services, { orderId, position, ...request.body, admin: getActor(request) })
      return done
    },
  })

  call(app, 'POST /admin/orders/:id/instalments/:position/transfer', {
    ...TRANSFER,
    operationId: 'recordBankTransfer',
    summary: 'Record the bank transfer by which an instalment of an order was paid',
    refusals: { 409: `${NOT_OPEN}, ${NO_TRANSFER}` },
    handler: async (request) => {
      const { id: orderId, position } = request.params
      await recordBankTransfer(services, request.body, { orderId, position, admin: getActor(request) })
      return done
    },
  })

  call(app, 'POST /admin/orders/:id/transfer', {
    ...TRANSFER,
    params: IdParams,
    operationId: 'recordOrderTransfer',
    summary: 'Record the bank transfer that paid an order in full',
    refusals: {
      409: `It is paid, or not to be paid any more (order_not_open), it has instalments (order_in_instalments), ${NO_TRANSFER}`,
    },
    handler: async (request) => {
      const { id: orderId } = request.params
      await recordBankTransfer(services, request.body, { orderId, admin: getActor(request) })
      return done
    },
  })
}
