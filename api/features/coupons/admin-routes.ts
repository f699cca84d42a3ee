import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { Coupon, CouponListQuery } from '../../contract/admin.ts'
import { CreateCouponBody, UpdateCouponBody } from '../../contract/coupon-bodies.ts'
import { IdParams } from '../../contract/ids.ts'
import { CSV_RESPONSE, CSV_ROUTE, PAGE_KEYS } from '../../lists/csv.ts'
import { sendPage } from '../../lists/list.ts'
import { getUser } from '../../plugins/guards.ts'
import { sendExport } from '../audit/export.ts'
import { COUPON_COLUMNS, listCoupons, streamCoupons } from './coupon-list.ts'
import { createCoupon, updateCoupon } from './edit-coupon.ts'

export function couponAdminRoutes(app: App, { db }: Services): void {
  app.get(
    '/coupons',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listCoupons',
        summary: 'All coupons',
        description: 'Each with its display status and the number of its uses.',
        querystring: CouponListQuery,
        response: { 200: z.array(Coupon) },
      },
    },
    async (request, reply) => sendPage(reply, await listCoupons(db, request.query)),
  )

  app.get(
    '/admin/coupons.csv',
    {
      ...CSV_ROUTE,
      schema: {
        operationId: 'exportCoupons',
        summary: 'The coupons as a CSV file',
        description: 'All that the filters of the list leave. The export is recorded in the audit log.',
        querystring: CouponListQuery.omit(PAGE_KEYS),
        response: CSV_RESPONSE,
      },
    },
    async (request, reply) =>
      sendExport(db, { request, reply }, 'coupon', COUPON_COLUMNS, streamCoupons(db, request.query)),
  )

  app.post(
    '/admin/coupons',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'createCoupon',
        summary: 'Make a coupon',
        description: 'A percentage or an amount, with a limit, an expiry and a package where they are given.',
        body: CreateCouponBody,
        response: { 201: Coupon },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await createCoupon(db, request.body, getUser(request).id)),
  )

  app.patch(
    '/admin/coupons/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'updateCoupon',
        summary: 'Change a coupon or take it out of use; what is left out stays',
        description:
          'A limit below the uses that were taken is refused. Orders keep the discount they were placed with.',
        params: IdParams,
        body: UpdateCouponBody,
        response: { 200: Coupon },
      },
    },
    (request) => updateCoupon(db, request.params.id, request.body, getUser(request).id),
  )
}
