import type { Knex } from 'knex'
import { OrderListQuery } from '../../contract/admin-orders.ts'
import { JobListQuery, MailListQuery } from '../../contract/operation.ts'
import type { Attention } from '../../contract/overview.ts'
import { DisputeListQuery, StrayMoneyListQuery } from '../../contract/payments.ts'
import type { Page } from '../../lists/list.ts'
import { ORDER_ATTENTION, ORDER_ATTENTIONS } from '../../rules/orders.ts'
import { listDisputes } from '../disputes/dispute-list.ts'
import { listMails } from '../mail/mail-log.ts'
import { listOrders } from '../orders/order-list.ts'
import { listStrayMoney } from '../stray-money/stray-money-list.ts'
import { listJobs } from './job-list.ts'

const FIRST = { limit: '3' }

/** Asks the lists themselves, so that the numbers and first rows always agree with the lists. */
export async function findAttention(db: Knex): Promise<Attention> {
  const orders = ORDER_ATTENTIONS.map(async (attention) => {
    const { sort } = ORDER_ATTENTION[attention]
    const page = await listOrders(db, OrderListQuery.parse({ ...FIRST, attention, sort }))
    return { attention, ...toFirst(page) }
  })
  return {
    orders: await Promise.all(orders),
    disputes: toFirst(await listDisputes(db, DisputeListQuery.parse({ ...FIRST, state: 'unanswered' }))),
    money: toFirst(await listStrayMoney(db, StrayMoneyListQuery.parse({ ...FIRST, looked: 'open' }))),
    jobs: toFirst(await listJobs(db, JobListQuery.parse({ ...FIRST, state: 'failed' }))),
    mails: toFirst(await listMails(db, MailListQuery.parse({ ...FIRST, state: 'unresolved' }))),
  }
}

const toFirst = <Row>({ rows, total }: Page<Row>) => ({ total, first: rows })
