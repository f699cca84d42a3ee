import type { App, Services } from '../../app-type.ts'
import { CouponBody, CouponResponse, GeneratedCoupon } from '../../contract/coupons.ts'
import { assertCouponFits, couponInvalid, findUsableCoupon, toDiscount } from './coupon.ts'
import { generateExitCoupon } from './exit-coupon.ts'

export function couponRoutes(app: App, { db }: Services): void {
  // `use` also only checks: the use is reserved with the order, in its transaction.
  for (const action of ['validate', 'use'] as const) {
    app.post(
      `/coupons/${action}`,
      {
        config: { access: 'optional' },
        schema: {
          summary: action === 'validate' ? 'Check a coupon code' : 'Check a coupon code during checkout',
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
      schema: { summary: 'A coupon for the exit offer', response: { 201: GeneratedCoupon } },
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
