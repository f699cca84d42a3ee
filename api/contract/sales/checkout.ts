/** Purchases: create-order, verify-payment, retrying an unpaid order, and the submitted purchase forms. */
import * as z from 'zod'
import { CouponCode } from '#api/contract/catalogue/coupons.ts'
import { Buyer } from '#api/contract/people/auth.ts'
import { BuyerForm, Reference } from '#api/contract/people/buyer-form.ts'
import { Id, IdFilter, listParameters } from '#api/contract/platform/lists.ts'
import { DUE_MOMENTS } from '#api/rules/money/payment-plan.ts'
import { ClaimedOrigin } from './widget.ts'

const FINAL_AMOUNT_MESSAGE = 'Final amount must be an amount of at most two decimals, such as 1299.50'

/** The total that the browser shows, in major units. It is only compared with the server's own figure. */
const FinalAmount = z.union(
  [
    z.number(),
    z
      .string()
      .max(32, FINAL_AMOUNT_MESSAGE)
      .regex(/^\d+(\.\d{1,2})?$/, FINAL_AMOUNT_MESSAGE),
  ],
  FINAL_AMOUNT_MESSAGE,
)

const Currency = z.string().regex(/^[A-Z]{3}$/, 'Currency must be a code of ISO 4217, such as USD')

/** The form of the purchase modal, with the amounts that it showed. Only the form and the coupon code are used. */
export const OrderUserData = z.object({
  ...BuyerForm.shape,
  originalAmount: z.string().max(32),
  discountAmount: z.string().max(32),
  couponCode: CouponCode.nullish(),
})
export type OrderUserData = z.infer<typeof OrderUserData>

/** Either the purchase form of the modal (`userData`) or, on the checkout page, the signed-in buyer (`userId`). */
export const CreateOrderBody = z
  .object({
    packageId: Id,
    finalAmount: FinalAmount,
    currency: Currency.optional().describe('that the amount is in; absent: the shop’s default'),
    userData: OrderUserData.optional(),
    userId: Id.optional(),
    couponCode: CouponCode.nullish(),
    reference: z
      .nullish(Reference)
      .describe('the buyer’s own number of the order, for the invoice; with userData it is in that'),
    inInstalments: z
      .boolean()
      .optional()
      .describe(
        'true: the first instalment is paid now, where the package has a payment plan; absent: all of it',
      ),
    firstInstalment: FinalAmount.optional().describe(
      'with inInstalments: what is to be paid now, as the buyer saw it; compared, as finalAmount is',
    ),
    again: z
      .boolean()
      .optional()
      .describe(
        'false: refused with bought_before where the buyer has paid for the package within a day, and an unpaid order on the same terms is given instead of another',
      ),
    embedOrigin: ClaimedOrigin.optional().describe(
      'of the website that shows the purchase frame, as the caller claims; stored where it is on the list',
    ),
  })
  .refine((body) => (body.userData === undefined) !== (body.userId === undefined), {
    path: ['userData'],
    message: 'Send either userData or userId',
  })
export type CreateOrderBody = z.infer<typeof CreateOrderBody>

/**
 * `amount` is in minor units, as the provider's checkout expects. A free order has no `razorpayOrderId` and is placed at once; its
 * `sessionId` signs in a new customer, like that of verify-payment.
 */
export const CreateOrderResponse = z.object({
  id: z.int(),
  orderId: z.int(),
  invoiceNumber: z.string(),
  razorpayOrderId: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
  keyId: z.string(),
  checkoutScript: z.string(),
  later: z
    .array(z.object({ amount: z.int(), due: z.enum(DUE_MOMENTS) }))
    .optional()
    .describe('the instalments that follow this one, in minor units; absent: it is the last'),
  sessionId: z.string().optional(),
})
export type CreateOrderResponse = z.infer<typeof CreateOrderResponse>

export const VerifyPaymentBody = z.object({
  orderId: Id,
  razorpayOrderId: z.string().max(64),
  razorpayPaymentId: z.string().max(64),
  razorpaySignature: z.string().max(256),
})
export type VerifyPaymentBody = z.infer<typeof VerifyPaymentBody>

export const VerifyPaymentResponse = z.object({
  success: z.literal(true),
  orderId: z.int(),
  sessionId: z.string().optional(),
})
export type VerifyPaymentResponse = z.infer<typeof VerifyPaymentResponse>

/** An unpaid order for its customer or the browser that placed it. Without personal data, because a stranger may use that browser. */
export const RetriedOrder = z.object({ order: CreateOrderResponse, packageName: z.string() })
export type RetriedOrder = z.infer<typeof RetriedOrder>

export const REGISTRATION_SORTS = ['createdAt', 'firstName', 'lastName', 'email', 'company'] as const

export const RegistrationListQuery = z.object({
  ...listParameters(REGISTRATION_SORTS, '-createdAt'),
  packageId: IdFilter.optional().describe('only registrations for this package'),
})
export type RegistrationListQuery = z.infer<typeof RegistrationListQuery>

/** A submitted purchase form, without its password. `userId` is the account created from it. */
export const Registration = z.object({
  id: z.int(),
  userId: z.int().nullable(),
  ...Buyer.omit({ address: true, taxId: true }).shape,
  package: z.object({ id: z.int(), name: z.string() }),
  createdAt: z.string(),
})
export type Registration = z.infer<typeof Registration>
