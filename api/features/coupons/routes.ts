import type { App, Services } from '../../app-type.ts'
import { CouponBody, CouponResponse, GeneratedCoupon } from '../../contract/coupons.ts'
import { call } from '../../http/call.ts'
import { COUPON_LIMITS, DAY_MS } from '../../http/limits.ts'
import {
  assertCouponFits,
  couponInvalid,
  findUsableCoupon,
  generateExitCoupon,
  toDiscount,
} from './coupon.ts'

export function couponRoutes(app: App, { db }: Services): void {
  // Both calls only check the code: a use is reserved together with the order.
  for (const [action, words] of [
    ['validate', { operationId: 'validateCoupon', summary: 'Check a coupon code' }],
    ['use', { operationId: 'checkCouponInCheckout', summary: 'Check a coupon code during checkout' }],
  ] as const) {
    call(app, `POST /coupons/${action}`, {
      access: 'optional',
      tag: 'Coupons',
      ...words,
      description:
        'Changes nothing: a use is taken together with the order. A code that does not fit says why.',
      limits: COUPON_LIMITS,
      refusals: {
        404: 'Unknown, inactive, expired or used up alike (coupon_invalid)',
        409: 'For another package or, said to who is signed in, for new customers only (coupon_invalid)',
      },
      body: CouponBody,
      response: CouponResponse,
      handler: async (request) => {
        const { user, body } = request
        const coupon = await findUsableCoupon(db, body.code)
        if (!coupon) throw couponInvalid()
        await assertCouponFits(db, coupon, {
          packageId: body.packageId,
          email: user?.email ?? body.email,
          isSignedIn: user !== null,
        })
        return { valid: true as const, code: coupon.code, ...toDiscount(coupon) }
      },
    })
  }

  call(app, 'POST /coupons/generate', {
    access: 'public',
    tag: 'Coupons',
    operationId: 'generateExitCoupon',
    summary: 'A coupon for the exit offer',
    description: 'Twenty percent, one use, for 30 minutes and new customers.',
    limits: [
      { name: 'generate', by: 'address', max: 5, windowMs: DAY_MS },
      { name: 'generate', by: 'user', max: 5, windowMs: DAY_MS },
    ],
    status: 201,
    response: GeneratedCoupon,
    handler: async () => {
      const coupon = await generateExitCoupon(db)
      return {
        code: coupon.code,
        ...toDiscount(coupon),
        expiresAt: (coupon.expiresAt ?? new Date()).toISOString(),
      }
    },
  })
}
