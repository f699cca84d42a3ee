/** Every call's status for every role. A call without a row here fails its test (tests/routes-by-role.test.ts). */
import { buyerForm } from './buyer.ts'
import { ROLES, type Role, type World } from './world.ts'

interface Row {
  /** The path with its ids; unset: as registered. */
  path?: (world: World) => string
  body?: (world: World, role: Role) => unknown
  expected: Record<Role, number>
}

const all = (status: number): Record<Role, number> =>
  Object.fromEntries(ROLES.map((role) => [role, status])) as Record<Role, number>
const signedIn = (status: number) => ({ ...all(status), visitor: 401 })
const adminAlone = (status: number) => ({ ...all(403), visitor: 401, admin: status })
const staffAlone = (status: number) => ({ ...adminAlone(403), staff: status, otherStaff: status })

const { originalAmount: _, discountAmount: __, couponCode: ___, taxId: ____, ...account } = buyerForm()
const { password: _____, country: ______, ...profile } = account

const ofImport =
  (rest: string) =>
  ({ importId }: World) =>
    `/api/admin/imports/${importId}${rest}`
const ofPackage = (rest: string) => (world: World) => `/api/packages/${world.pkg.id}${rest}`
const ofCategory = ({ categoryId }: World) => `/api/admin/categories/${categoryId}`
const ofEndpoint = (rest: string) => (world: World) =>
  `/api/admin/webhook-endpoints/${world.delivery.endpointId}${rest}`
const ofOrder = (before: string, rest: string) => (world: World) => `${before}/${world.order.id}${rest}`

const madeCredential = { clientDataJSON: 'e30', attestationObject: 'AA' }
const unknownPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
}

export const ROUTES_BY_ROLE: Readonly<Record<string, Row>> = {
  'GET /api/healthz': { expected: all(200) },
  'GET /api/readyz': { expected: all(200) },
  'GET /api/metrics': { expected: all(200) },
  'GET /api/openapi.json': { expected: all(200) },

  'GET /api/auth/me': { expected: signedIn(200) },
  // Wrong on purpose: the status is then the same for every role.
  'POST /api/auth/login': {
    body: (world) => ({ email: world.users.customer.email, password: 'wrong-guess' }),
    expected: all(401),
  },
  'POST /api/auth/second-factor': { body: () => ({ method: 'totp', code: '123456' }), expected: all(401) },
  'POST /api/auth/second-factor/options': { expected: all(401) },
  'POST /api/auth/passkey/options': { expected: all(200) },
  'POST /api/auth/passkey': { body: () => ({ response: unknownPasskey }), expected: all(400) },
  'POST /api/auth/logout': { expected: all(204) },
  'POST /api/auth/register': {
    body: (_world, role) => ({ ...account, email: `registered-${role.toLowerCase()}@example.com` }),
    expected: all(201),
  },
  'POST /api/auth/session-login': { body: () => ({ sessionId: 'unknown' }), expected: all(401) },
  // The same for everybody, account or none.
  'POST /api/auth/forgot-password': {
    body: ({ users }) => ({ email: users.customer.email }),
    expected: all(202),
  },
  'POST /api/auth/reset-password': {
    body: () => ({ token: 'unknown', newPassword: 'brand-new-secret' }),
    expected: all(400),
  },
  'POST /api/auth/confirm-email': { body: () => ({ token: 'unknown' }), expected: signedIn(400) },
  'POST /api/auth/confirm-link': { expected: signedIn(202) },
  'PUT /api/user/profile': {
    body: (world, role) => ({
      ...profile,
      email: role === 'visitor' ? 'nobody@example.com' : world.users[role].email,
    }),
    expected: signedIn(200),
  },
  'GET /api/user/data': { expected: signedIn(200) },
  'POST /api/user/erasure': { body: () => ({ currentPassword: 'wrong-guess' }), expected: signedIn(400) },
  'PUT /api/user/password': {
    body: () => ({ currentPassword: 'wrong-guess', newPassword: 'brand-new-secret' }),
    expected: signedIn(400),
  },

  'GET /api/user/sessions': { expected: signedIn(200) },
  'DELETE /api/user/sessions/:id': { path: () => '/api/user/sessions/999999', expected: signedIn(404) },
  'DELETE /api/user/sessions': { expected: signedIn(204) },

  'GET /api/user/second-factor': { expected: signedIn(200) },
  'POST /api/user/proof': { body: () => ({ method: 'totp', code: '123456' }), expected: signedIn(400) },
  'POST /api/user/proof/options': { expected: signedIn(200) },
  // Their sessions have proved nothing.
  'POST /api/user/passkeys/options': { expected: signedIn(403) },
  'POST /api/user/passkeys': {
    body: () => ({ name: 'Phone', response: { ...unknownPasskey, response: madeCredential } }),
    expected: signedIn(403),
  },
  'PATCH /api/user/passkeys/:id': {
    path: () => '/api/user/passkeys/999999',
    body: () => ({ name: 'Phone' }),
    expected: signedIn(403),
  },
  'DELETE /api/user/passkeys/:id': { path: () => '/api/user/passkeys/999999', expected: signedIn(403) },
  'POST /api/user/totp': { expected: signedIn(403) },
  'POST /api/user/totp/confirm': { body: () => ({ code: '123456' }), expected: signedIn(403) },
  'DELETE /api/user/totp': { expected: signedIn(403) },
  'POST /api/user/recovery-codes': { expected: signedIn(403) },

  'GET /api/packages': { expected: all(200) },
  'GET /api/categories': { expected: all(200) },
  'GET /api/packages/:id': { path: ofPackage(''), expected: all(200) },
  'GET /api/packages/:id/reviews': { path: ofPackage('/reviews'), expected: all(200) },
  'GET /api/packages/:id/reviews/random': { path: ofPackage('/reviews/random'), expected: all(200) },
  'GET /api/packages/:id/questions': { path: ofPackage('/questions'), expected: all(200) },

  'GET /api/coupons': { expected: adminAlone(200) },
  'POST /api/coupons/validate': { body: ({ couponCode }) => ({ code: couponCode }), expected: all(200) },
  'POST /api/coupons/use': { body: ({ couponCode }) => ({ code: couponCode }), expected: all(200) },
  'POST /api/coupons/generate': { expected: all(201) },

  'POST /api/create-order': {
    body: ({ pkg, users }) => ({ packageId: pkg.id, finalAmount: 1299, userId: users.customer.id }),
    expected: { ...signedIn(403), customer: 201 },
  },
  'POST /api/verify-payment': {
    body: ({ order }) => ({
      orderId: order.id,
      razorpayOrderId: 'order_1',
      razorpayPaymentId: 'pay_1',
      razorpaySignature: 'ab'.repeat(32),
    }),
    expected: all(400),
  },
  'POST /api/webhooks/razorpay': { body: () => ({ event: 'order.paid' }), expected: all(400) },
  'POST /api/orders/resume': { body: () => ({ token: 'unknown' }), expected: all(404) },
  // Paid already, which its customer alone is told.
  'POST /api/orders/:id/retry': {
    path: ofOrder('/api/orders', '/retry'),
    expected: { ...all(404), customer: 409 },
  },
  'GET /api/orders': { expected: signedIn(200) },
  'GET /api/orders/:id': {
    path: ofOrder('/api/orders', ''),
    expected: { ...signedIn(404), customer: 200 },
  },
  'POST /api/orders/:id/answers': {
    path: ofOrder('/api/orders', '/answers'),
    body: ({ question }) => ({ answers: { [question.id]: 'Red' } }),
    expected: { ...signedIn(404), customer: 200 },
  },
  'GET /api/orders/:id/answers': {
    path: ofOrder('/api/orders', '/answers'),
    expected: { ...signedIn(404), customer: 200, staff: 200, admin: 200 },
  },
  'GET /api/orders/:id/invoice': {
    path: ofOrder('/api/orders', '/invoice'),
    expected: { ...signedIn(404), customer: 200, admin: 200 },
  },
  'GET /api/orders/:id/credit-notes': {
    path: ofOrder('/api/orders', '/credit-notes'),
    expected: { ...signedIn(404), customer: 200, admin: 200 },
  },
  'PUT /api/orders/:id/billing-details': {
    path: ofOrder('/api/orders', '/billing-details'),
    body: () => ({ ...profile, country: 'DK' }),
    expected: { ...signedIn(404), customer: 200 },
  },

  'GET /api/admin/users': { expected: adminAlone(200) },
  'POST /api/admin/users': {
    body: () => ({
      firstName: 'New',
      lastName: 'Colleague',
      email: 'new@example.com',
      password: 'a-fine-secret',
    }),
    expected: adminAlone(201),
  },
  'PATCH /api/admin/users/:id': {
    path: ({ users }) => `/api/admin/users/${users.otherCustomer.id}`,
    body: () => ({ isStaff: true }),
    expected: adminAlone(200),
  },
  'PUT /api/admin/users/:id/disabled': {
    path: ({ users }) => `/api/admin/users/${users.customer.id}/disabled`,
    body: () => ({ isDisabled: false }),
    expected: adminAlone(200),
  },
  'DELETE /api/admin/users/:id/sessions': {
    path: () => '/api/admin/users/999999/sessions',
    expected: adminAlone(404),
  },
  'DELETE /api/admin/users/:id/second-factor': {
    path: ({ users }) => `/api/admin/users/${users.customer.id}/second-factor`,
    expected: adminAlone(204),
  },
  'GET /api/admin/users/:id/data': {
    path: ({ users }) => `/api/admin/users/${users.customer.id}/data`,
    expected: adminAlone(200),
  },
  'POST /api/admin/users/:id/erasure': {
    path: ({ users }) => `/api/admin/users/${users.otherCustomer.id}/erasure`,
    expected: adminAlone(204),
  },
  'GET /api/admin/search': { path: () => '/api/admin/search?q=clara', expected: adminAlone(200) },
  'GET /api/admin/orders': { expected: adminAlone(200) },
  'GET /api/admin/orders/:id': {
    path: ofOrder('/api/admin/orders', ''),
    expected: adminAlone(200),
  },
  'PATCH /api/admin/orders/:id/status': {
    path: ofOrder('/api/admin/orders', '/status'),
    body: () => ({ status: 'processing' }),
    expected: adminAlone(200),
  },
  // Nobody has changed it.
  'POST /api/admin/orders/:id/status/undo': {
    path: ofOrder('/api/admin/orders', '/status/undo'),
    expected: adminAlone(409),
  },
  'GET /api/admin/orders/:id/history': {
    path: ofOrder('/api/admin/orders', '/history'),
    expected: adminAlone(200),
  },
  'GET /api/admin/orders/:id/invoices': {
    path: ofOrder('/api/admin/orders', '/invoices'),
    expected: adminAlone(200),
  },
  'GET /api/admin/invoices.csv': { expected: adminAlone(200) },
  'GET /api/admin/registrations': { expected: adminAlone(200) },
  'GET /api/admin/users.csv': { expected: adminAlone(200) },
  'GET /api/admin/orders.csv': { expected: adminAlone(200) },
  'GET /api/admin/registrations.csv': { expected: adminAlone(200) },
  'GET /api/admin/coupons.csv': { expected: adminAlone(200) },
  'GET /api/admin/overview': { expected: adminAlone(200) },
  'GET /api/admin/attention': { expected: adminAlone(200) },
  'POST /api/admin/coupons': {
    body: () => ({ code: 'NEW10', discountType: 'percentage', discount: 10 }),
    expected: adminAlone(201),
  },
  'PATCH /api/admin/coupons/:id': {
    path: ({ couponId }) => `/api/admin/coupons/${couponId}`,
    body: () => ({ status: 'inactive' }),
    expected: adminAlone(200),
  },
  'GET /api/admin/packages': { expected: adminAlone(200) },
  'GET /api/admin/package-names': { expected: adminAlone(200) },
  'POST /api/admin/packages': {
    body: () => ({ name: 'New', description: 'A new package.', price: 99 }),
    expected: adminAlone(201),
  },
  'PUT /api/admin/packages/:id': {
    path: ({ pkg }) => `/api/admin/packages/${pkg.id}`,
    body: () => ({ name: 'Renamed' }),
    expected: adminAlone(200),
  },
  'GET /api/admin/packages/:id/versions': {
    path: ({ pkg }) => `/api/admin/packages/${pkg.id}/versions`,
    expected: adminAlone(200),
  },
  'POST /api/admin/packages/:id/restore': {
    path: ({ pkg }) => `/api/admin/packages/${pkg.id}/restore`,
    body: () => ({ version: 1, expectedVersion: 1 }),
    expected: adminAlone(200),
  },
  'POST /api/admin/packages/:id/preview': {
    path: ({ pkg }) => `/api/admin/packages/${pkg.id}/preview`,
    body: () => ({}),
    expected: adminAlone(201),
  },
  'POST /api/admin/package-previews': {
    body: () => ({ name: 'New', description: 'A new package.', price: 99 }),
    expected: adminAlone(201),
  },
  'GET /api/admin/package-previews/:id': {
    path: ({ previewId }) => `/api/admin/package-previews/${previewId}`,
    expected: adminAlone(200),
  },
  'GET /api/admin/categories': { expected: adminAlone(200) },
  'POST /api/admin/categories': {
    body: () => ({ name: 'New', description: 'A new category.', imageUrl: '/illustrations/wordpress.svg' }),
    expected: adminAlone(201),
  },
  'PUT /api/admin/categories/:id': {
    path: ofCategory,
    body: () => ({ description: 'Described anew.' }),
    expected: adminAlone(200),
  },
  // With a package.
  'DELETE /api/admin/categories/:id': { path: ofCategory, expected: adminAlone(409) },
  // Without a file.
  'POST /api/admin/pictures': {
    path: () => '/api/admin/pictures?left=0&top=0&width=1280&height=800',
    expected: adminAlone(400),
  },
  'GET /api/admin/pictures/:id': {
    path: ({ pictureId }) => `/api/admin/pictures/${pictureId}`,
    expected: adminAlone(200),
  },
  'GET /api/admin/imports': { expected: adminAlone(200) },
  // Without a file.
  'POST /api/admin/imports': {
    path: () => '/api/admin/imports?kind=customers&fileName=old.csv',
    expected: adminAlone(400),
  },
  'GET /api/admin/imports/:id': { path: ofImport(''), expected: adminAlone(200) },
  'GET /api/admin/imports/:id/faults.csv': { path: ofImport('/faults.csv'), expected: adminAlone(200) },
  // It was refused.
  'POST /api/admin/imports/:id/apply': {
    path: ofImport('/apply'),
    body: () => ({ sha256: 'ab'.repeat(32) }),
    expected: adminAlone(409),
  },
  'GET /api/admin/imports/:id/customers': { path: ofImport('/customers'), expected: adminAlone(200) },
  'POST /api/admin/imports/:id/links': {
    path: ofImport('/links'),
    body: () => ({}),
    expected: adminAlone(202),
  },
  'GET /api/admin/past-orders': { expected: adminAlone(200) },
  'GET /api/admin/past-orders.csv': { expected: adminAlone(200) },
  'GET /api/user/past-orders': { expected: signedIn(200) },
  'GET /api/admin/staff-assignments': { expected: adminAlone(200) },
  'POST /api/admin/staff-assignments': {
    body: ({ users, order }) => ({ staffId: users.otherStaff.id, orderId: order.id }),
    expected: adminAlone(201),
  },
  'PATCH /api/admin/staff-assignments/:id': {
    path: ({ assignment }) => `/api/admin/staff-assignments/${assignment.id}`,
    body: ({ users }) => ({ staffId: users.otherStaff.id }),
    expected: adminAlone(200),
  },
  'DELETE /api/admin/staff-assignments/:id': {
    path: ({ assignment }) => `/api/admin/staff-assignments/${assignment.id}`,
    expected: adminAlone(204),
  },
  'GET /api/admin/staff': { expected: adminAlone(200) },
  'GET /api/admin/audit-log': { expected: adminAlone(200) },
  'GET /api/admin/mails': { expected: adminAlone(200) },
  'POST /api/admin/mails/:id/resend': {
    path: ({ mailId }) => `/api/admin/mails/${mailId}/resend`,
    expected: adminAlone(201),
  },

  'GET /api/admin/orders/:id/refunds': {
    path: ofOrder('/api/admin/orders', '/refunds'),
    expected: adminAlone(200),
  },
  'POST /api/admin/orders/:id/refunds': {
    path: ofOrder('/api/admin/orders', '/refunds'),
    body: () => ({ amount: '100.00', reason: 'Asked for within 48 hours' }),
    expected: adminAlone(201),
  },
  'GET /api/admin/disputes': { expected: adminAlone(200) },
  'GET /api/admin/disputes/:id/evidence': {
    path: ({ disputeId }) => `/api/admin/disputes/${disputeId}/evidence`,
    expected: adminAlone(200),
  },
  'GET /api/admin/notifications': { expected: adminAlone(200) },
  'POST /api/admin/notifications/read': { body: () => ({}), expected: adminAlone(204) },
  'GET /api/admin/notification-recipients': { expected: adminAlone(200) },
  'POST /api/admin/notification-recipients': {
    body: () => ({ email: 'owner@example.com', kinds: ['order_paid'] }),
    expected: adminAlone(201),
  },
  'PATCH /api/admin/notification-recipients/:id': {
    path: () => '/api/admin/notification-recipients/999999',
    body: () => ({ kinds: [] }),
    expected: adminAlone(404),
  },
  'DELETE /api/admin/notification-recipients/:id': {
    path: () => '/api/admin/notification-recipients/999999',
    expected: adminAlone(404),
  },
  'POST /api/notification-recipients/confirm': { body: () => ({ token: 'unknown' }), expected: all(400) },
  'GET /api/admin/money-without-order': { expected: adminAlone(200) },
  'POST /api/admin/money-without-order/:id/refunds': {
    path: ({ strayPayment }) => `/api/admin/money-without-order/${strayPayment.id}/refunds`,
    body: () => ({ reason: 'Nobody knows whose it is' }),
    expected: adminAlone(201),
  },
  'POST /api/admin/money-without-order/:id/looked-at': {
    path: ({ strayPayment }) => `/api/admin/money-without-order/${strayPayment.id}/looked-at`,
    body: () => ({ note: 'Called the bank' }),
    expected: adminAlone(200),
  },
  'GET /api/admin/doctor': { expected: adminAlone(200) },
  'GET /api/admin/operations': { expected: adminAlone(200) },
  'GET /api/admin/jobs': { expected: adminAlone(200) },
  // Unknown on purpose: the status then depends on the role.
  'POST /api/admin/jobs/:queue/:id/retry': {
    path: () => '/api/admin/jobs/refund/00000000-0000-4000-8000-000000000000/retry',
    expected: adminAlone(404),
  },
  'GET /api/admin/webhook-events': { expected: adminAlone(200) },
  'POST /api/admin/webhook-events/:id/resend': {
    path: ({ webhookEvent }) => `/api/admin/webhook-events/${webhookEvent.id}/resend`,
    expected: adminAlone(200),
  },

  'GET /api/admin/webhook-endpoints': { expected: adminAlone(200) },
  'POST /api/admin/webhook-endpoints': {
    body: () => ({ url: 'https://hooks.example.com/shop', events: ['order.paid'] }),
    expected: adminAlone(201),
  },
  'PATCH /api/admin/webhook-endpoints/:id': {
    path: ofEndpoint(''),
    body: () => ({ events: ['order.refunded'] }),
    expected: adminAlone(200),
  },
  'DELETE /api/admin/webhook-endpoints/:id': {
    path: () => '/api/admin/webhook-endpoints/999999',
    expected: adminAlone(404),
  },
  'POST /api/admin/webhook-endpoints/:id/secret': { path: ofEndpoint('/secret'), expected: adminAlone(200) },
  'GET /api/admin/webhook-deliveries': { expected: adminAlone(200) },
  'POST /api/admin/webhook-deliveries/:id/resend': {
    path: ({ delivery }) => `/api/admin/webhook-deliveries/${delivery.id}/resend`,
    expected: adminAlone(200),
  },

  'GET /api/embed/origin': { expected: all(200) },
  'GET /api/embed/origins': { expected: all(200) },
  'POST /api/embed/views': { body: () => ({ origin: 'https://unknown.example' }), expected: all(204) },
  'GET /api/admin/embed-origins': { expected: adminAlone(200) },
  'POST /api/admin/embed-origins': {
    body: () => ({ origin: 'https://partner.example' }),
    expected: adminAlone(201),
  },
  'DELETE /api/admin/embed-origins/:id': {
    path: () => '/api/admin/embed-origins/999999',
    expected: adminAlone(404),
  },

  'GET /api/staff/assignments': { expected: staffAlone(200) },
  'PUT /api/staff/assignments/:id/status': {
    path: ({ assignment }) => `/api/staff/assignments/${assignment.id}/status`,
    body: () => ({ status: 'in_progress' }),
    expected: { ...staffAlone(200), otherStaff: 404 },
  },
  // Nobody has taken a step.
  'POST /api/staff/assignments/:id/status/undo': {
    path: ({ assignment }) => `/api/staff/assignments/${assignment.id}/status/undo`,
    expected: { ...staffAlone(409), otherStaff: 404 },
  },
  'POST /api/staff/assignments/:id/notes': {
    path: ({ assignment }) => `/api/staff/assignments/${assignment.id}/notes`,
    body: () => ({ note: 'Called the customer.' }),
    expected: { ...staffAlone(201), otherStaff: 404 },
  },
}
