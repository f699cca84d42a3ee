import type { App, Services } from '../../app-type.ts'
import { Coupon } from '../../contract/admin.ts'
import { CreateCouponBody, UpdateCouponBody } from '../../contract/coupon-bodies.ts'
import { IdParams } from '../../contract/ids.ts'
import { getUser } from '../../plugins/guards.ts'
import { createCoupon, updateCoupon } from './edit-coupon.ts'

export function couponRoutes(app: App, { db }: Services): void {
  app.post(
    '/admin/coupons',
    {
      config: { access: 'admin' },
      schema: { summary: 'Make a coupon', body: CreateCouponBody, response: { 201: Coupon } },
    },
    async (request, reply) =>
      reply.status(201).send(await createCoupon(db, request.body, getUser(request).id)),
  )

  app.patch(
    '/admin/coupons/:id',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'Change a coupon or take it out of use; what is left out stays',
        params: IdParams,
        body: UpdateCouponBody,
        response: { 200: Coupon },
      },
    },
    (request) => updateCoupon(db, request.params.id, request.body, getUser(request).id),
  )
}
