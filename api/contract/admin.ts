import * as z from 'zod'
import { User } from './auth.ts'
import { BuyerForm } from './buyer-form.ts'
import { AdminOrder, OrderStatus, PAYMENT_STATUSES } from './orders.ts'
import { IdFilter, listParameters } from './paging.ts'
import { boundedText } from './text.ts'

// Users

export const USER_SORTS = ['createdAt', 'firstName', 'lastName', 'email', 'company'] as const
/** `customer`: neither of the flags. One person may be admin and staff. */
export const ROLES = ['admin', 'staff', 'customer'] as const

export const UserListQuery = z.object({
  ...listParameters(USER_SORTS, '-createdAt'),
  role: z.enum(ROLES, `role must be one of ${ROLES.join(', ')}`).optional(),
})
export type UserListQuery = z.infer<typeof UserListQuery>

const { firstName, lastName, email, password } = BuyerForm.shape

/** An account made by an admin: names, e-mail and password as in the purchase form, the rest may be left out. */
export const CreateUserBody = z.object({
  firstName,
  lastName,
  email,
  password,
  phone: boundedText({ max: 32, label: 'Phone number' }).optional(),
  company: boundedText({ max: 200, label: 'Company name' }).optional(),
  jobTitle: boundedText({ max: 200, label: 'Job title' }).optional(),
  address: boundedText({ max: 500, label: 'Address' }).optional(),
  city: boundedText({ max: 100, label: 'City' }).optional(),
  state: boundedText({ max: 100, label: 'State' }).optional(),
  country: boundedText({ max: 5, label: 'Country' }).optional(),
  zipCode: boundedText({ max: 20, label: 'ZIP/PIN code' }).optional(),
  taxId: z.nullish(boundedText({ max: 50, label: 'Tax ID' })),
  isStaff: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
})
export type CreateUserBody = z.infer<typeof CreateUserBody>

export const ChangeRolesBody = z.object({ isStaff: z.boolean().optional(), isAdmin: z.boolean().optional() })
export type ChangeRolesBody = z.infer<typeof ChangeRolesBody>

// Orders

export const ORDER_SORTS = [
  'createdAt',
  'invoiceNumber',
  'packageName',
  'amount',
  'status',
  'paymentStatus',
] as const

export const OrderListQuery = z.object({
  ...listParameters(ORDER_SORTS, '-createdAt'),
  status: OrderStatus.optional(),
  paymentStatus: z
    .enum(PAYMENT_STATUSES, `paymentStatus must be one of ${PAYMENT_STATUSES.join(', ')}`)
    .optional(),
  packageId: IdFilter.optional(),
})
export type OrderListQuery = z.infer<typeof OrderListQuery>

/** Who bought: the account or, before the order is paid, the form. */
export const Customer = User.pick({
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  company: true,
})
export type Customer = z.infer<typeof Customer>

export const ListedOrder = AdminOrder.extend({ customer: Customer })
export type ListedOrder = z.infer<typeof ListedOrder>

export const ChangeOrderStatusBody = z.object({ status: OrderStatus })

export const OrderHistoryEvent = z.object({
  id: z.int(),
  kind: z.enum(['status', 'payment_status', 'note']),
  from: z.string().nullable(),
  to: z.string().nullable(),
  note: z.string().nullable(),
  actorKind: z.enum(['customer', 'staff', 'admin', 'system', 'provider']),
  actor: User.pick({ id: true, firstName: true, lastName: true }).nullable(),
  createdAt: z.string(),
})
export type OrderHistoryEvent = z.infer<typeof OrderHistoryEvent>

// Registrations

export const REGISTRATION_SORTS = ['createdAt', 'firstName', 'lastName', 'email', 'company'] as const

export const RegistrationListQuery = z.object({
  ...listParameters(REGISTRATION_SORTS, '-createdAt'),
  packageId: IdFilter.optional(),
})
export type RegistrationListQuery = z.infer<typeof RegistrationListQuery>

/** A purchase form as it was sent, without its password. `userId` is the account it led to. */
export const Registration = z.object({
  id: z.int(),
  userId: z.int().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  jobTitle: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  zipCode: z.string(),
  package: z.object({ id: z.int(), name: z.string() }),
  createdAt: z.string(),
})
export type Registration = z.infer<typeof Registration>

// Coupons

export const COUPON_SORTS = ['createdAt', 'code', 'usedCount', 'expiresAt'] as const
/** What the table shows: expired, else used up, else the stored status (specification, section 4). */
export const COUPON_DISPLAY_STATUSES = ['expired', 'used', 'active', 'inactive'] as const

export const CouponListQuery = z.object({
  ...listParameters(COUPON_SORTS, '-createdAt'),
  status: z
    .enum(COUPON_DISPLAY_STATUSES, `status must be one of ${COUPON_DISPLAY_STATUSES.join(', ')}`)
    .optional()
    .meta({ description: 'the display status' }),
})
export type CouponListQuery = z.infer<typeof CouponListQuery>

/** `discount` is in percent (`percentage`) or in dollars (`fixed`); no `usageLimit` is no limit. */
export const Coupon = z.object({
  id: z.int(),
  code: z.string(),
  discount: z.number(),
  discountType: z.enum(['percentage', 'fixed']),
  status: z.enum(['active', 'inactive']),
  displayStatus: z.enum(COUPON_DISPLAY_STATUSES),
  usedCount: z.int(),
  usageLimit: z.int().nullable(),
  expiresAt: z.string().nullable(),
  newCustomersOnly: z.boolean(),
  packageId: z.int().nullable(),
  createdAt: z.string(),
})
export type Coupon = z.infer<typeof Coupon>
