import {
  Coupon,
  CouponBody,
  CouponResponse,
  CreateCouponBody,
  GeneratedCoupon,
  UpdateCouponBody,
} from '#api/contract/catalogue/coupons.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { COUPON_LIMITS, DAY_MS } from '#api/platform/http/limits.ts'
import { fileCall, listCall } from '#api/platform/lists/list-call.ts'
import { getActor } from '#api/platform/plugins/guards.ts'
import {
  assertCouponFits,
  couponInvalid,
  findUsableCoupon,
  generateExitCoupon,
  toDiscount,
} from './coupon.ts'
import { createCoupon, updateCoupon } from './edit-coupon.ts'
import { couponFile, couponList } from './queries.ts'

export function couponRoutes(app: App, { db }: Services): void {
  // Both calls only check the code; a use is reserved with the order.
  for (const [action, words] of [
    ['validate', { operationId: 'validateCoupon', summary: 'Check a coupon code' }],
    ['use', { operationId: 'checkCouponInCheckout', summary: 'Check a coupon code during checkout' }],
  ] as const) {
    call(app, `POST /coupons/${action}`, {
      access: 'optional',
      tag: 'Coupons',
      ...words,
      description: 'No use is reserved: uses are counted with orders.',
      limits: COUPON_LIMITS,
      refusals: {
        404: 'Unknown, inactive, expired, used up or another person’s alike (coupon_invalid)',
        409: 'For another package or, said to who is signed in, for new customers only (coupon_invalid)',
      },
      body: CouponBody,
      response: CouponResponse,
      handler: async (request) => {
        const { user, body } = request
        const coupon = await findUsableCoupon(db, body.code, user?.id ?? null)
        if (!coupon) throw couponInvalid()
        await assertCouponFits(db, coupon, {
          packageId: body.packageId,
          email: user?.email,
          isSignedIn: user !== null,
        })
        return { valid: true as const, code: coupon.code, ...toDiscount(coupon) }
      },
    })
  }

  call(app, 'POST /coupons/generate', {
    access: 'optional',
    isOpenWithoutFactor: true,
    tag: 'Coupons',
    operationId: 'generateExitCoupon',
    summary: 'A coupon for the exit offer',
    description: 'Twenty percent, one use, for 30 minutes and new customers.',
    limits: [
      { name: 'generate', by: 'address', max: 5, windowMs: DAY_MS },
      { name: 'generate', by: 'user', max: 5, windowMs: DAY_MS },
    ],
    status: 201,
    repeat: { takesNoKey: 'a code that nobody uses ends by itself' },
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

export function couponAdminRoutes(app: App, services: Services): void {
  const { db } = services
  listCall(app, db, 'GET /coupons', couponList, {
    scope: 'coupons:write',
    tag: 'Coupons',
    operationId: 'listCoupons',
    summary: 'All coupons',
  })

  fileCall(app, db, 'GET /admin/coupons.csv', couponFile, {
    operationId: 'exportCoupons',
    summary: 'The coupons as a CSV file',
  })

  call(app, 'POST /admin/coupons', {
    access: 'admin',
    scope: 'coupons:write',
    proof: 'with_factor',
    operationId: 'createCoupon',
    summary: 'Make a coupon',
    refusals: { 409: 'Another coupon has this code (code_taken)' },
    body: CreateCouponBody,
    status: 201,
    repeat: 'first_response',
    response: Coupon,
    handler: (request) =>
      createOnce(services, request, (own) => createCoupon(own.db, request.body, getActor(request))),
  })

  call(app, 'PATCH /admin/coupons/:id', {
    access: 'admin',
    scope: 'coupons:write',
    proof: 'with_factor',
    operationId: 'updateCoupon',
    summary: 'Change a coupon or take it out of use; what is left out stays',
    description: 'Orders keep the discount they were placed with.',
    refusals: { 409: 'code_taken, or a limit below the uses taken (limit_below_used)' },
    params: IdParams,
    body: UpdateCouponBody,
    response: Coupon,
    handler: (request) => updateCoupon(db, request.params.id, request.body, getActor(request)),
  })
}
