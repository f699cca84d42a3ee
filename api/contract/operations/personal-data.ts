/** The 'My data' export, which a customer downloads. */
import * as z from 'zod'
import { AcceptedPolicy } from '#api/contract/content/policies.ts'
import { InvoiceRecord } from '#api/contract/money/invoices.ts'
import { MessageRole } from '#api/contract/orders/conversation.ts'
import { Order } from '#api/contract/orders/orders.ts'
import { Buyer, User } from '#api/contract/people/auth.ts'

const Text = z.string().nullable()
const OfOrder = z.object({ orderId: z.int(), at: z.string() })

export const PersonalData = z.object({
  exportedAt: z.string(),
  account: User,
  orders: z.array(
    Order.omit({ package: true, instalments: true }).extend({
      acceptedPolicies: z.array(AcceptedPolicy).nullable(),
    }),
  ),
  history: z
    .array(OfOrder.extend({ kind: z.string(), from: Text, to: Text, note: Text }))
    .describe('without notes of the team'),
  instalments: z
    .array(OfOrder.extend({ at: Text, label: z.string(), amount: z.string(), state: z.string() }))
    .describe('of orders that are paid in instalments; `at`: when it was paid or became due'),
  payments: z.array(
    OfOrder.extend({ provider: z.string(), paymentId: Text, amount: z.string(), status: z.string() }),
  ),
  refunds: z.array(OfOrder.extend({ amount: z.string(), status: z.string() })),
  invoices: z.array(InvoiceRecord).describe('with credit notes, as they were issued'),
  answers: z.array(OfOrder.extend({ question: z.string(), answer: z.string() })),
  messages: z
    .array(OfOrder.extend({ id: z.int(), from: MessageRole, text: z.string() }))
    .describe('about the orders, without notes that the team alone reads'),
  incomingMails: z
    .array(OfOrder.extend({ from: z.string(), state: z.string(), text: z.string(), mailText: z.string() }))
    .describe('mails that came in, with what they quote'),
  files: z
    .array(OfOrder.extend({ name: z.string(), sizeBytes: z.int() }))
    .describe('sent or got; their bytes are downloaded from the page of the order'),
  deliveries: z.array(
    OfOrder.extend({ number: z.int(), note: z.string(), links: z.array(z.string()), acceptedAt: Text }),
  ),
  deliveryRequests: z.array(
    OfOrder.extend({ kind: z.string(), text: z.string(), outcome: Text, reason: z.string() }),
  ),
  dateChanges: z
    .array(OfOrder.extend({ from: z.string(), to: z.string(), reason: z.string() }))
    .describe('new promised dates'),
  refundRequests: z.array(
    OfOrder.extend({
      asked: z.string(),
      reason: z.string(),
      secondReason: z.string(),
      state: z.string(),
      answer: z.string(),
    }),
  ),
  reviews: z.array(
    OfOrder.extend({
      name: z.string(),
      rating: z.int(),
      comment: z.string(),
      state: z.string(),
      reply: z.string(),
    }),
  ),
  offers: z
    .array(
      z.object({
        at: z.string(),
        state: z.string(),
        content: z.unknown(),
        acceptedBy: Text,
        acceptedAt: Text,
        asked: z.array(z.object({ at: z.string(), text: z.string() })),
        reason: z.string(),
      }),
    )
    .describe('made to the customer, with what they answered'),
  coupons: z
    .array(z.object({ at: z.string(), code: z.string(), expiresAt: Text }))
    .describe('that nobody else can use'),
  forms: z.array(Buyer.extend({ at: z.string() })).describe('purchase forms, as they were sent'),
  mails: z.array(z.object({ at: z.string(), kind: z.string(), to: Text, subject: Text, state: z.string() })),
  sessions: z.array(
    z.object({
      at: z.string(),
      lastSeenAt: z.string(),
      expiresAt: z.string(),
      address: z.string(),
      browser: z.string(),
    }),
  ),
  passkeys: z.array(z.object({ at: z.string(), name: z.string(), lastUsedAt: Text })),
  authenticatorApps: z.array(z.object({ at: z.string() })),
  paymentEvents: z
    .array(z.object({ at: z.string(), type: z.string(), payload: z.unknown() }))
    .describe('as the payment provider sent them'),
  changes: z
    .array(
      z.object({ at: z.string(), action: z.string(), subject: z.string(), address: z.string().nullable() }),
    )
    .describe('made by the customer or to the account, from the audit log'),
})
export type PersonalData = z.infer<typeof PersonalData>
