/** The environment variables of the payment provider. Another provider changes this file, `.env.example` and `compose.yaml`. */
import * as z from 'zod'
import { optionalText, optionalUrl } from './variable-kinds.ts'

export const PaymentVariables = z.object({
  RAZORPAY_KEY_ID: optionalText,
  RAZORPAY_KEY_SECRET: optionalText,
  RAZORPAY_WEBHOOK_SECRET: optionalText.refine(
    (secret) => secret === undefined || secret.length >= 16,
    'must have at least 16 characters',
  ),
  RAZORPAY_API_URL: optionalUrl(/^https?$/, 'https://api.razorpay.com'),
})

/** All of them are set, or none. */
export const PAYMENT_CREDENTIALS = [
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
] as const
export const PAYMENT_API_URL = 'RAZORPAY_API_URL'

export interface PaymentCredentials {
  keyId: string
  keySecret: string
  webhookSecret: string
}

/** @returns undefined unless all of them are set */
export function readCredentials(variables: z.infer<typeof PaymentVariables>): PaymentCredentials | undefined {
  const [keyId, keySecret, webhookSecret] = PAYMENT_CREDENTIALS.map((name) => variables[name])
  return keyId && keySecret && webhookSecret ? { keyId, keySecret, webhookSecret } : undefined
}

/** Whether the key moves no real money. */
export const isTestKey = (keyId: string): boolean => keyId.startsWith('rzp_test_')
