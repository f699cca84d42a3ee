import type { App, Services } from '../../app-type.ts'
import { CouponBody, CouponResponse, GeneratedCoupon } from '../../contract/coupons.ts'
import { assertCouponFits, couponInvalid, findUsableCoupon, toDiscount } from './coupon.ts'
import { generateExitCoupon } from './exit-coupon.ts'

export function couponRoutes(app: App, { db }: Services): void {
  // `use` also only checks: the use is reserved with the order, in its transaction.
  for (const [action, words] of [
    ['validate', { operationId: 'validateCoupon', summary: 'Check a coupon code' }],
    ['use', { operationId: 'checkCouponInCheckout', summary: 'Check a coupon code during checkout' }],
  ] as const) {
    app.post(
      `/coupons/${action}`,
      {
        config: { access: 'optional' },
        schema: {
          ...words,
          description:
            'Changes nothing: a use is taken together with the order. A code that does not fit says why.',
          body: CouponBody,
          response: { 200: CouponResponse },
        },
      },
      async (request) => {
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
    )
  }

  app.post(
    '/coupons/generate',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'generateExitCoupon',
        summary: 'A coupon for the exit offer',
        description: 'Twenty percent, one use, for 30 minutes and new customers.',
        response: { 201: GeneratedCoupon },
      },
    },
    async (_request, reply) => {
      const coupon = await generateExitCoupon(db)
      return reply.status(201).send({
        code: coupon.code,
        ...toDiscount(coupon),
        expiresAt: (coupon.expiresAt ?? new Date()).toISOString(),
      })
    },
  )
}
