import * as z from 'zod'
import { Buyer, User } from './auth.ts'
import { shapeBuyer } from './buyer-fields.ts'
import { BuyerForm, optionalField } from './buyer-form.ts'
import { Package, PackageQuestion } from './catalogue.ts'
import { Id } from './ids.ts'
import { ORDER_ATTENTIONS } from './order-attention.ts'
import { Order, OrderStatus, PAYMENT_STATUSES, ReadyTo } from './orders.ts'
import { DELIVERY_MESSAGE, LARGEST_DELIVERY_DAYS, LOW_PRICE_MESSAGE, PRICE_MESSAGE } from './package-rules.ts'
import { IdFilter, listParameters, oneOf } from './paging.ts'
import { isBelowMinimum, parsePriceCents } from './pricing.ts'
import { boundedText } from './text.ts'

// Users

export const USER_SORTS = ['createdAt', 'firstName', 'lastName', 'email', 'company'] as const
/** `customer`: neither admin nor staff. One person may be both. */
export const ROLES = ['admin', 'staff', 'customer'] as const

export const UserListQuery = z.object({
  ...listParameters(USER_SORTS, '-createdAt'),
  role: oneOf('role', ROLES).optional().describe('only users of this role'),
})
export type UserListQuery = z.infer<typeof UserListQuery>

const { firstName, lastName, email, password } = BuyerForm.shape
const Details = z.object(
  shapeBuyer(
    (rules) => z.optional(optionalField(rules)),
    (rules) => z.nullish(boundedText(rules)),
  ),
)

/** An account made by an admin: names and e-mail as in the purchase form, the rest may be left out. */
export const CreateUserBody = z.object({
  firstName,
  lastName,
  email,
  password: z.optional(password),
  ...Details.omit({ firstName: true, lastName: true, email: true }).shape,
  isStaff: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
})
export type CreateUserBody = z.infer<typeof CreateUserBody>

export const ChangeRolesBody = z.object({ isStaff: z.boolean().optional(), isAdmin: z.boolean().optional() })
export type ChangeRolesBody = z.infer<typeof ChangeRolesBody>

export const DisabledBody = z.object({ isDisabled: z.boolean() })

// Orders

export const ORDER_SORTS = [
  'createdAt',
  'invoiceNumber',
  'packageName',
  'amount',
  'status',
  'paymentStatus',
  'promisedBy',
] as const

export const OrderListQuery = z.object({
  ...listParameters(ORDER_SORTS, '-createdAt'),
  status: OrderStatus.optional().describe('only orders whose work has this status'),
  paymentStatus: oneOf('paymentStatus', PAYMENT_STATUSES)
    .optional()
    .describe('only orders whose money has this status'),
  packageId: IdFilter.optional().describe('only orders of this package'),
  attention: oneOf('attention', ORDER_ATTENTIONS)
    .optional()
    .describe('only orders that wait for an admin in this way'),
})
export type OrderListQuery = z.infer<typeof OrderListQuery>

/** What a row shows of an order, and no more; `customer` is who bought, as they were when they ordered. */
export const ListedOrder = Order.pick({
  id: true,
  invoiceNumber: true,
  amount: true,
  refundedAmount: true,
  paymentId: true,
  paymentStatus: true,
  status: true,
  createdAt: true,
  packageName: true,
  promisedBy: true,
  awaitsAnswers: true,
}).extend({
  due: z
    .enum(['overdue', 'soon'])
    .nullable()
    .describe('of work under way: promisedBy has passed, or comes within three business days'),
  readyTo: ReadyTo,
  answers: z.object({ answered: z.int(), asked: z.int() }).describe('to the questions'),
  staff: z
    .array(User.pick({ id: true, firstName: true, lastName: true }))
    .describe('who is assigned, the first one first'),
  customer: User.pick({ firstName: true, lastName: true, email: true, company: true }),
})
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
  packageId: IdFilter.optional().describe('only registrations for this package'),
})
export type RegistrationListQuery = z.infer<typeof RegistrationListQuery>

/** A purchase form as it was sent, without its password. `userId` is the account it led to. */
export const Registration = z.object({
  id: z.int(),
  userId: z.int().nullable(),
  ...Buyer.omit({ address: true, taxId: true }).shape,
  package: z.object({ id: z.int(), name: z.string() }),
  createdAt: z.string(),
})
export type Registration = z.infer<typeof Registration>

// Coupons

export const COUPON_SORTS = ['createdAt', 'code', 'usedCount', 'expiresAt'] as const
/** What the table shows: expired, else used up, else the stored status (docs/product/back-office.md, Admin area). */
export const COUPON_DISPLAY_STATUSES = ['expired', 'used', 'active', 'inactive'] as const

export const CouponListQuery = z.object({
  ...listParameters(COUPON_SORTS, '-createdAt'),
  status: oneOf('status', COUPON_DISPLAY_STATUSES).optional().describe('the display status'),
  exitOffers: z
    .enum(['included'], 'exitOffers must be included')
    .optional()
    .describe('without it, the list has no codes of the exit offer'),
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

// Packages

export const PACKAGE_SORTS = ['id', 'name', 'price', 'category'] as const

export const PackageListQuery = z.object({
  ...listParameters(PACKAGE_SORTS, 'id'),
  category: z
    .optional(boundedText({ max: 100, label: 'category' }))
    .describe('only packages of this category, by its name'),
  status: z
    .enum(['active', 'inactive'], 'status must be active or inactive')
    .optional()
    .describe('active: on sale'),
})
export type PackageListQuery = z.infer<typeof PackageListQuery>

/** With `questions`, which `informationRequired` shortens to their texts. */
export const AdminPackage = Package.extend({
  questions: z.array(PackageQuestion),
  version: z.int().describe('one more with each save that changes something'),
})
export type AdminPackage = z.infer<typeof AdminPackage>

/** What a filter or a selector needs of a package. */
export const PackageName = Package.pick({ id: true, name: true, isActive: true })
export type PackageName = z.infer<typeof PackageName>

const LONGEST_LIST = 50

/** Blank lines are dropped, as in the form. */
const lines = (label: string) =>
  z
    .array(boundedText({ max: 500, label: `A line of ${label}` }), `${label} must be a list`)
    .max(LONGEST_LIST, `${label} has at most ${LONGEST_LIST} lines`)
    .transform((list) => list.filter((line) => line !== ''))

/** An own path (never `//host`), an https URL, or, for a package, nothing: the category's picture. */
export const ImageUrl = boundedText({ max: 2000, label: 'Image URL' }).check(
  z.refine(
    (url) => url === '' || /^\/(?!\/)[\w\-./~%]*$/.test(url) || isHttpsUrl(url),
    'Image URL must start with https:// or with / for a picture of this site',
  ),
)

/** Whoever sends another picture without it says that the picture only decorates. */
export const ImageAlt = z.optional(boundedText({ max: 200, label: 'Alternative text' }))

function isHttpsUrl(text: string): boolean {
  return /^https:\/\/[^\s"'<>\\]+$/i.test(text) && URL.canParse(text)
}

/** Same text, same question: type, required and place may change. `id` must be one of the package's own. */
const QuestionBody = z.object({
  id: Id.optional(),
  question: boundedText({ min: 1, max: 500, label: 'Question', message: 'Question is required' }),
  questionType: PackageQuestion.shape.questionType.optional(),
  required: z.boolean().optional(),
})
export type QuestionBody = z.infer<typeof QuestionBody>

/** `category` is one that there is, by its name of today or an earlier one. `questions` counts where both it and `informationRequired` are sent. A price may be text such as `"$1,299.50"`. */
export const CreatePackageBody = z.object({
  name: boundedText({ min: 1, max: 200, label: 'Name', message: 'Name is required' }),
  description: boundedText({ min: 1, max: 1000, label: 'Description', message: 'Description is required' }),
  longDescription: z.optional(boundedText({ max: 20_000, label: 'Long description' })),
  price: z
    .union([z.number(), z.string().max(32)], PRICE_MESSAGE)
    .refine((price) => parsePriceCents(price) !== undefined, PRICE_MESSAGE)
    .refine((price) => !isBelowMinimum(parsePriceCents(price) ?? 0), LOW_PRICE_MESSAGE),
  category: z.optional(boundedText({ max: 100, label: 'Category' })),
  imageUrl: z.optional(ImageUrl),
  imageAlt: ImageAlt,
  deliveryDays: z
    .int(DELIVERY_MESSAGE)
    .min(1, DELIVERY_MESSAGE)
    .max(LARGEST_DELIVERY_DAYS, DELIVERY_MESSAGE)
    .optional(),
  features: lines('Features').optional(),
  whatYouGet: lines('What you get').optional(),
  whatYouDontGet: lines("What you don't get").optional(),
  isActive: z.boolean().optional(),
  informationRequired: lines('Questions').optional(),
  questions: z.array(QuestionBody).max(LONGEST_LIST, `At most ${LONGEST_LIST} questions`).optional(),
})
export type CreatePackageBody = z.infer<typeof CreatePackageBody>

/** Any part of a package; what is left out stays. */
export const UpdatePackageBody = CreatePackageBody.partial().extend({
  expectedVersion: Id.optional().describe('of the package as it was read; 409 where it was saved since'),
})
export type UpdatePackageBody = z.infer<typeof UpdatePackageBody>
