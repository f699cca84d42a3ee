import type { Coupon, ListedOrder, Registration } from '../../contract/admin.ts'
import type { User } from '../../contract/auth.ts'
import type { CsvColumn } from '../../lists/csv.ts'

export const USER_COLUMNS: readonly CsvColumn<User>[] = [
  ['First name', (user) => user.firstName],
  ['Last name', (user) => user.lastName],
  ['Email', (user) => user.email],
  ['Phone', (user) => user.phone],
  ['Company', (user) => user.company],
  ['Job title', (user) => user.jobTitle],
  ['Role', describeRole],
  ['Joined', (user) => user.createdAt],
]

function describeRole({ isAdmin, isStaff }: Pick<User, 'isAdmin' | 'isStaff'>): string {
  if (isAdmin) return isStaff ? 'Admin, Staff' : 'Admin'
  return isStaff ? 'Staff' : 'Customer'
}

export const ORDER_COLUMNS: readonly CsvColumn<ListedOrder>[] = [
  ['Invoice number', (order) => order.invoiceNumber],
  ['Customer', ({ customer }) => `${customer.firstName} ${customer.lastName}`],
  ['Email', ({ customer }) => customer.email],
  ['Company', ({ customer }) => customer.company],
  ['Package', (order) => order.packageName],
  ['Amount (USD)', (order) => order.amount],
  ['Discount (USD)', (order) => order.discountAmount],
  ['Refunded (USD)', (order) => order.refundedAmount],
  ['Coupon', (order) => order.couponCode],
  ['Status', (order) => order.status],
  ['Payment status', (order) => order.paymentStatus],
  ['Payment ID', (order) => order.paymentId],
  ['Ordered', (order) => order.createdAt],
  ['Paid', (order) => order.paidAt],
]

export const REGISTRATION_COLUMNS: readonly CsvColumn<Registration>[] = [
  ['First name', (form) => form.firstName],
  ['Last name', (form) => form.lastName],
  ['Email', (form) => form.email],
  ['Phone', (form) => form.phone],
  ['Company', (form) => form.company],
  ['Job title', (form) => form.jobTitle],
  ['Package', (form) => form.package.name],
  ['City', (form) => form.city],
  ['State', (form) => form.state],
  ['ZIP/PIN code', (form) => form.zipCode],
  ['Country', (form) => form.country],
  ['Registered', (form) => form.createdAt],
]

export const COUPON_COLUMNS: readonly CsvColumn<Coupon>[] = [
  ['Code', (coupon) => coupon.code],
  ['Discount', (coupon) => coupon.discount],
  ['Type', (coupon) => coupon.discountType],
  ['Status', (coupon) => coupon.displayStatus],
  ['Used', (coupon) => coupon.usedCount],
  ['Limit', (coupon) => coupon.usageLimit],
  ['Expires', (coupon) => coupon.expiresAt],
  ['New customers only', (coupon) => (coupon.newCustomersOnly ? 'yes' : 'no')],
  ['Package ID', (coupon) => coupon.packageId],
  ['Created', (coupon) => coupon.createdAt],
]
