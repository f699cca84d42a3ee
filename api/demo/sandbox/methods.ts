/** The differences between payment methods. UPI and netbanking take only rupees. UPI works by QR code or app, without collect requests. */
import { randomInt } from 'node:crypto'
import { convert, money } from '#api/rules/money/money.ts'
import type { PaymentEntity } from './entities.ts'
import { createId, createToken } from './ids.ts'
import type { ErrorDetails } from './razorpay-error.ts'

export const METHODS = ['card', 'upi', 'netbanking'] as const
export type Method = (typeof METHODS)[number]
export type Failure = Pick<ErrorDetails, 'code' | 'description' | 'source' | 'step' | 'reason'>

const DECLINED: Record<Method, Failure> = {
  card: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your payment has been declined by the bank. Try another card or payment method.',
    source: 'issuer_bank',
    step: 'payment_authorization',
    reason: 'card_declined',
  },
  upi: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your payment was declined in the UPI app. Try again, or pay by another method.',
    source: 'customer',
    step: 'payment_authentication',
    reason: 'payment_declined',
  },
  netbanking: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your payment has been declined by the bank. Try another bank or payment method.',
    source: 'issuer_bank',
    step: 'payment_authorization',
    reason: 'payment_declined',
  },
}

const NETWORK: Failure = {
  code: 'GATEWAY_ERROR',
  description: 'Your payment could not be completed due to a temporary technical issue. Try again later.',
  source: 'gateway',
  step: 'payment_authorization',
  reason: 'gateway_technical_error',
}

export const TIMED_OUT: Failure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Your payment was not completed on time. Try again, or pay by another method.',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'payment_timed_out',
}

export function failureOf(outcome: 'declined' | 'network', method: Method): Failure {
  return outcome === 'declined' ? DECLINED[method] : NETWORK
}

type MethodFields = Pick<PaymentEntity, 'method' | 'card_id' | 'bank' | 'vpa' | 'acquirer_data'> &
  Pick<Partial<PaymentEntity>, 'card' | 'upi'>

export function describeMethod(method: Method, isInternational: boolean): MethodFields {
  const none = { card_id: null, bank: null, vpa: null }
  if (method === 'netbanking')
    return { ...none, method, bank: 'HDFC', acquirer_data: { bank_transaction_id: null } }
  if (method === 'upi') {
    const vpa = 'buyer@examplebank'
    return { ...none, method, vpa, upi: { vpa, flow: 'intent' }, acquirer_data: { rrn: null } }
  }
  const id = createId('card')
  return {
    ...none,
    method,
    card_id: id,
    card: {
      id,
      entity: 'card',
      name: '',
      last4: '1111',
      network: 'Visa',
      type: 'debit',
      issuer: null,
      international: isInternational,
      emi: false,
      sub_type: 'consumer',
      token_iin: null,
    },
    acquirer_data: { auth_code: null },
  }
}

/** The bank's reference for an authorised payment. */
export function describeConsent(method: Method): PaymentEntity['acquirer_data'] {
  if (method === 'upi') return { rrn: String(randomInt(100_000_000_000, 999_999_999_999)) }
  return method === 'card'
    ? { auth_code: String(randomInt(100_000, 1_000_000)) }
    : { bank_transaction_id: createToken() }
}

/** Rupees per unit of the currency, on some past day. */
const RATES: Readonly<Record<string, string>> = {
  USD: '84.25',
  EUR: '91.1',
  GBP: '107.4',
  JPY: '0.56',
  SGD: '63',
}

/** Converts to the account's currency, like Razorpay for an account in India. Empty for payments in rupees. */
export function describeBase(amount: number, currency: string) {
  const rate = RATES[currency]
  if (!rate) return {}
  const base = convert(money(amount, currency), rate, 'INR')
  return { base_amount: base.minor, base_currency: base.currency }
}
