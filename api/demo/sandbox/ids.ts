import { randomInt } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 14

export type IdPrefix = 'order' | 'pay' | 'rfnd' | 'disp' | 'card' | 'acc'

/** @example createId('order') // 'order_RB58MiP5SPFYyM' */
export function createId(prefix: IdPrefix): string {
  return `${prefix}_${createToken()}`
}

/** Fourteen random characters, like Razorpay's ids and event ids. */
export function createToken(): string {
  return Array.from({ length: LENGTH }, () => BASE62.charAt(randomInt(BASE62.length))).join('')
}

/** Whether an id has the format of Razorpay's ids. Others are refused as invalid and not looked up. */
export function isIdOf(prefix: IdPrefix, id: string): boolean {
  return new RegExp(`^${prefix}_[0-9A-Za-z]{${LENGTH}}$`).test(id)
}
