import * as z from 'zod'
import {
  AccountsInvoice,
  AccountsInvoiceQuery,
  AccountsOrder,
  AccountsOrderQuery,
  AccountsRefund,
  AccountsRefundQuery,
} from '#api/contract/money/accounting.ts'
import { sendAccounts } from '#api/money/invoices/export.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { sendExport } from '#api/platform/audit/export.ts'
import { call } from '#api/platform/http/call.ts'
import { CSV_ROUTE, PAGE_KEYS } from '#api/platform/lists/csv.ts'
import { sendPage } from '#api/platform/lists/list.ts'
import {
  listInvoices,
  listOrders,
  listRefunds,
  ORDER_COLUMNS,
  REFUND_COLUMNS,
  streamOrders,
  streamRefunds,
} from './accounting.ts'

/** Reading alone: nothing below /accounts changes anything. */
export function accountsRoutes(app: App, { db }: Services): void {
  const shared = { access: 'admin', tag: 'Accounting' } as const
  call(app, 'GET /accounts/orders', {
    ...shared,
    scope: 'reports:read',
    operationId: 'listAccountsOrders',
    summary: 'Paid orders with their money',
    description: 'Also those that were refunded.',
    querystring: AccountsOrderQuery,
    response: z.array(AccountsOrder),
    handler: async (request, reply) => sendPage(reply, await listOrders(db, request.query)),
  })

  call(app, 'GET /accounts/orders.csv', {
    ...CSV_ROUTE,
    ...shared,
    operationId: 'exportAccountsOrders',
    summary: 'Paid orders with their money as a CSV file',
    description: 'All that the filters of the list leave. The export is recorded in the audit log.',
    querystring: AccountsOrderQuery.omit(PAGE_KEYS),
    handler: (request, reply) =>
      sendExport(db, { request, reply }, 'order', ORDER_COLUMNS, streamOrders(db, request.query)),
  })

  call(app, 'GET /accounts/invoices', {
    ...shared,
    scope: 'reports:read',
    operationId: 'listAccountsInvoices',
    summary: 'Invoices and credit notes as they were issued',
    description: 'Those of erased customers without the buyer.',
    querystring: AccountsInvoiceQuery,
    response: z.array(AccountsInvoice),
    handler: async (request, reply) => sendPage(reply, await listInvoices(db, request.query)),
  })

  call(app, 'GET /accounts/invoices.csv', {
    ...CSV_ROUTE,
    ...shared,
    operationId: 'exportAccountsInvoices',
    summary: 'Invoices and credit notes as a CSV file',
    description:
      'All that the filters of the list leave, by number, in the columns that admins get. The export is recorded in the audit log.',
    querystring: AccountsInvoiceQuery.omit(PAGE_KEYS),
    handler: (request, reply) => sendAccounts(db, { request, reply }, request.query),
  })

  call(app, 'GET /accounts/refunds', {
    ...shared,
    scope: 'reports:read',
    operationId: 'listAccountsRefunds',
    summary: 'Refunds of all payments',
    description: 'Without the reason, which the team has written for itself.',
    querystring: AccountsRefundQuery,
    response: z.array(AccountsRefund),
    handler: async (request, reply) => sendPage(reply, await listRefunds(db, request.query)),
  })

  call(app, 'GET /accounts/refunds.csv', {
    ...CSV_ROUTE,
    ...shared,
    operationId: 'exportAccountsRefunds',
    summary: 'Refunds of all payments as a CSV file',
    description: 'All that the filters of the list leave. The export is recorded in the audit log.',
    querystring: AccountsRefundQuery.omit(PAGE_KEYS),
    handler: (request, reply) =>
      sendExport(db, { request, reply }, 'refund', REFUND_COLUMNS, streamRefunds(db, request.query)),
  })
}
