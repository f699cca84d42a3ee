import { accountsInvoiceFile } from '#api/money/invoices/export.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { fileCall, listCall } from '#api/platform/lists/list-call.ts'
import {
  accountsInvoiceList,
  accountsOrderFile,
  accountsOrderList,
  accountsRefundFile,
  accountsRefundList,
} from './queries.ts'

const FILE = { tag: 'Accounting' } as const
const LIST = { ...FILE, scope: 'reports:read' } as const

/** Read-only: nothing below /accounts changes anything. */
export function accountsRoutes(app: App, { db }: Services): void {
  listCall(app, db, 'GET /accounts/orders', accountsOrderList, {
    ...LIST,
    operationId: 'listAccountsOrders',
    summary: 'Paid orders with their money',
    description: 'Refunded orders are among them.',
  })

  fileCall(app, db, 'GET /accounts/orders.csv', accountsOrderFile, {
    ...FILE,
    operationId: 'exportAccountsOrders',
    summary: 'Paid orders with their money as a CSV file',
  })

  listCall(app, db, 'GET /accounts/invoices', accountsInvoiceList, {
    ...LIST,
    operationId: 'listAccountsInvoices',
    summary: 'Invoices and credit notes as they were issued',
    description: 'Invoices of erased customers do not name the buyer.',
  })

  fileCall(app, db, 'GET /accounts/invoices.csv', accountsInvoiceFile, {
    ...FILE,
    operationId: 'exportAccountsInvoices',
    summary: 'Invoices and credit notes as a CSV file',
  })

  listCall(app, db, 'GET /accounts/refunds', accountsRefundList, {
    ...LIST,
    operationId: 'listAccountsRefunds',
    summary: 'Refunds of all payments',
  })

  fileCall(app, db, 'GET /accounts/refunds.csv', accountsRefundFile, {
    ...FILE,
    operationId: 'exportAccountsRefunds',
    summary: 'Refunds of all payments as a CSV file',
  })
}
