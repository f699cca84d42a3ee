/** What the writers of mails have in common: the rows they write from. */
import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import type { User } from '../../../db/models/user.ts'
import type { Services } from '../../app-type.ts'
import { NotApplicable, type WrittenMail } from './content.ts'
import { toOneLine } from './words.ts'

export interface Writing {
  services: Pick<Services, 'db' | 'env'>
  /** Of the mail that is being written. */
  outboxId: number
  messageId: string
}

type Person = Pick<User, 'firstName' | 'lastName' | 'email'>

export function addressOf({ firstName, lastName, email }: Person): WrittenMail['to'] {
  return { name: toOneLine(`${firstName} ${lastName}`), address: email }
}

export function linkTo({ services }: Writing, path: string): string {
  return new URL(path, services.env.publicOrigin).href
}

/** A paid order with its customer. @throws NotApplicable where either is not there any more */
export async function getPaidOrder(db: Knex, orderId: number): Promise<Order & { user: User }> {
  const order = await Order.query(db).findById(orderId).withGraphJoined('user')
  if (!order) throw new NotApplicable('The order is gone')
  if (order.paymentStatus === 'unpaid') throw new NotApplicable('The order is not paid')
  if (!order.user) throw new NotApplicable('The customer is gone')
  return order as Order & { user: User }
}
