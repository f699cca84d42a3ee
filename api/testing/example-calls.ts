/** Example requests for each call. The roles that may make a call are declared with the call itself. */
import { randomUUID } from 'node:crypto'
import type { Access } from '#api/platform/http/call.ts'
import type { Route } from '#api/platform/plugins/route-table.ts'
import { OFFER_CONTENT } from '#db/testing/builders.ts'
import { buyerForm } from './buyer.ts'
import { ROLES, type Role, type World } from './world.ts'

interface Example {
  /** For the path. */
  id?: (world: World) => number | string
  query?: string
  body?: (world: World, role: Role) => unknown
  /** The status for roles that may make the call; unset: the call's success status. */
  status?: number
  byRole?: Partial<Record<Role, number>>
}

const OUTSIDER = { visitor: 401, customer: 403, otherCustomer: 403 }
const REFUSED: Record<Access, Partial<Record<Role, number>>> = {
  public: {},
  optional: {},
  customer: { visitor: 401 },
  staff: { ...OUTSIDER, admin: 403 },
  admin: { ...OUTSIDER, staff: 403, otherStaff: 403 },
}

export function expectedOf({ operationId, access, status: success }: Route): Record<Role, number> {
  const { status = success, byRole } = EXAMPLES[operationId] ?? {}
  const allowed = Object.fromEntries(ROLES.map((role) => [role, status])) as Record<Role, number>
  return { ...allowed, ...byRole, ...REFUSED[access] }
}

export function pathOf({ operationId, url }: Route, world: World): string {
  const { id, query } = EXAMPLES[operationId] ?? {}
  const path = id
    ? url
        .replace(':queue', 'refund')
        .replace(':position', '2')
        .replace(':number', String(world.delivered.number))
        .replace(':requestId', String(world.delivered.requestId))
        .replace(':id', String(id(world)))
    : url
  return query ? `${path}?${query}` : path
}

export function bodyOf({ operationId }: Route, world: World, role: Role): unknown {
  return EXAMPLES[operationId]?.body?.(world, role)
}

const UNKNOWN = 999_999
const UNKNOWN_FILE = '0190163d-8694-739b-aea5-966c26f8ad91'
const { originalAmount: _, discountAmount: __, couponCode: ___, taxId: ____, ...account } = buyerForm()
const { password: _____, country: ______, ...profile } = account

const madeCredential = { clientDataJSON: 'e30', attestationObject: 'AA' }
const unknownPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
}

let tuesdays = 0
/** Returns a later business day each time. */
function nextTuesday(): string {
  tuesdays += 1
  const first = new Date(Date.UTC(2098 + tuesdays, 11, 1))
  return new Date(first.getTime() + ((9 - first.getUTCDay()) % 7) * 86_400_000).toISOString().slice(0, 10)
}

const transferOf = ({ order }: World) => ({
  reference: 'UTR 1',
  receivedOn: '2026-11-20',
  received: String(order.amountCents / 100),
  withheld: '0',
  proof: 'Statement',
})

/** For calls that the order's customer, its staff and admins may make. */
const IN_ORDER: Example = {
  id: ({ order }) => order.id,
  status: 404,
  byRole: { customer: 200, staff: 200, admin: 200 },
}

/** Examples by operationId. A call that needs no data and succeeds has none. */
const EXAMPLES: Readonly<Record<string, Example>> = {
  // A wrong password on purpose, so that the status is the same for every role.
  signIn: { body: (world) => ({ email: world.users.customer.email, password: 'wrong-guess' }), status: 401 },
  signInWithSecondFactor: { body: () => ({ method: 'totp', code: '123456' }), status: 401 },
  startSecondFactor: { status: 401 },
  signInWithPasskey: { body: () => ({ response: unknownPasskey }), status: 400 },
  registerUser: {
    body: (_world, role) => ({ ...account, email: `registered-${role.toLowerCase()}@example.com` }),
  },
  signInAfterPurchase: { body: () => ({ sessionId: 'unknown' }), status: 401 },
  // The response is the same with and without an account.
  requestPasswordReset: { body: ({ users }) => ({ email: users.customer.email }) },
  listResetFactors: { body: () => ({ token: 'unknown' }), status: 400 },
  resetPassword: { body: () => ({ token: 'unknown', newPassword: 'brand-new-secret' }), status: 400 },
  confirmEmail: { body: () => ({ token: 'unknown' }), status: 400 },
  updateProfile: {
    body: (world, role) => ({
      ...profile,
      email: role === 'visitor' ? 'nobody@example.com' : world.users[role].email,
    }),
  },
  eraseOwnAccount: { body: () => ({ currentPassword: 'wrong-guess' }), status: 400 },
  changePassword: {
    body: () => ({ currentPassword: 'wrong-guess', newPassword: 'brand-new-secret' }),
    status: 400,
  },
  endSession: { id: () => UNKNOWN, status: 404 },
  proveIdentity: { body: () => ({ method: 'totp', code: '123456' }), status: 400 },
  // The sessions of these roles lack a fresh proof.
  startPasskey: { status: 403 },
  addPasskey: {
    body: () => ({ name: 'Phone', response: { ...unknownPasskey, response: madeCredential } }),
    status: 403,
  },
  renamePasskey: { id: () => UNKNOWN, body: () => ({ name: 'Phone' }), status: 403 },
  deletePasskey: { id: () => UNKNOWN, status: 403 },
  startTotp: { status: 403 },
  confirmTotp: { body: () => ({ code: '123456' }), status: 403 },
  deleteTotp: { status: 403 },
  renewRecoveryCodes: { status: 403 },
  getPackage: { id: ({ pkg }) => pkg.id },
  listReviews: { id: ({ pkg }) => pkg.id },
  // The order is not completed.
  getOrderReview: { id: ({ order }) => order.id, status: 404, byRole: { customer: 200 } },
  writeReview: {
    id: ({ order }) => order.id,
    body: () => ({ rating: 5, comment: 'Good work.', naming: 'full' }),
    status: 404,
    byRole: { customer: 409 },
  },
  withdrawReview: { id: ({ delivered }) => delivered.orderId, status: 404, byRole: { customer: 200 } },
  decideReview: { id: ({ reviewId }) => reviewId, body: () => ({ version: 1, decision: 'show' }) },
  replyToReview: { id: ({ reviewId }) => reviewId, body: () => ({ version: 1, text: 'Thank you!' }) },
  getRandomReview: { id: ({ pkg }) => pkg.id },
  listPackageQuestions: { id: ({ pkg }) => pkg.id },
  validateCoupon: { body: ({ couponCode }) => ({ code: couponCode }) },
  checkCouponInCheckout: { body: ({ couponCode }) => ({ code: couponCode }) },
  createOrder: {
    body: ({ pkg, users }) => ({ packageId: pkg.id, finalAmount: 1299, userId: users.customer.id }),
    status: 403,
    byRole: { visitor: 401, customer: 201 },
  },
  openOffer: { body: () => ({ token: 'unknown' }), status: 404 },
  acceptOffer: {
    body: () => ({ token: 'unknown', name: 'Grace', sha256: '', acceptsPolicies: true }),
    status: 404,
  },
  declineOffer: { body: () => ({ token: 'unknown', reason: '' }), status: 404 },
  askAboutOffer: { body: () => ({ token: 'unknown', text: 'When?' }), status: 404 },
  openPaymentLink: { body: () => ({ token: 'unknown' }), status: 404 },
  payByLink: { body: () => ({ token: 'unknown' }), status: 404 },
  getOffer: { id: ({ offerId }) => offerId },
  createOffer: { body: () => OFFER_CONTENT },
  updateOffer: { id: ({ offerId }) => offerId, body: () => OFFER_CONTENT },
  sendOffer: { id: ({ offerId }) => offerId, body: () => ({ byMail: false, version: 1 }) },
  deleteOffer: { id: ({ offerId }) => offerId, status: 409 },
  withdrawOffer: { id: ({ offerId }) => offerId },
  verifyPayment: {
    body: ({ order }) => ({
      orderId: order.id,
      razorpayOrderId: 'order_1',
      razorpayPaymentId: 'pay_1',
      razorpaySignature: 'ab'.repeat(32),
    }),
    status: 400,
  },
  receiveProviderEvent: { body: () => ({ event: 'order.paid' }), status: 400 },
  // 409 for the customer, because the order is paid. Others get 404.
  retryOrder: { id: ({ order }) => order.id, status: 404, byRole: { customer: 409 } },
  payNextInstalment: { id: ({ order }) => order.id, status: 404, byRole: { customer: 409 } },
  listFiles: IN_ORDER,
  downloadAllFiles: IN_ORDER,
  downloadFile: { ...IN_ORDER, id: ({ fileId }) => fileId },
  // Staff try this before admins and remove the file.
  removeFile: { id: ({ fileId }) => fileId, status: 404, byRole: { staff: 204 } },
  getFilePreview: { ...IN_ORDER, id: ({ fileId }) => fileId },
  // Sent without the headers of the upload protocol.
  startUpload: { id: ({ order }) => order.id, status: 400 },
  sendPiece: { id: () => UNKNOWN_FILE, status: 411 },
  cancelUpload: { id: () => UNKNOWN_FILE, status: 400 },
  listCredentials: IN_ORDER,
  addCredentials: {
    id: ({ order }) => order.id,
    body: () => ({
      kind: 'cms',
      address: 'https://shop.example/admin',
      userName: 'clara',
      secret: 'example',
    }),
    status: 404,
    byRole: { customer: 201 },
  },
  takeBackCredentials: { id: ({ credentialsId }) => credentialsId, status: 404, byRole: { customer: 200 } },
  // The world's credentials cannot be decrypted.
  revealCredentials: {
    id: ({ credentialsId }) => credentialsId,
    status: 404,
    byRole: { staff: 409, admin: 409 },
  },
  getOrder: { id: ({ order }) => order.id, status: 404, byRole: { customer: 200 } },
  saveOrderAnswers: {
    id: ({ order }) => order.id,
    body: ({ question }) => ({ answers: { [question.id]: 'Red' } }),
    status: 404,
    byRole: { customer: 200 },
  },
  listOrderAnswers: IN_ORDER,
  // 404, because the test app does not listen for events. Otherwise the stream would never end.
  openEventStream: { status: 404 },
  getConversation: IN_ORDER,
  sendMessage: {
    ...IN_ORDER,
    body: () => ({ text: 'Hello', key: randomUUID() }),
    byRole: { customer: 201, staff: 201, admin: 201 },
  },
  readMessages: {
    ...IN_ORDER,
    body: ({ messageId }) => ({ upTo: messageId }),
    byRole: { customer: 204, staff: 204, admin: 204 },
  },
  markNoReply: { ...IN_ORDER, byRole: { customer: 403, staff: 204, admin: 204 } },
  goOn: { ...IN_ORDER, byRole: { customer: 403, staff: 204, admin: 204 } },
  listSavedReplies: { status: 403, byRole: { staff: 200, otherStaff: 200, admin: 200 } },
  createSavedReply: { body: () => ({ title: 'Work begins', text: 'Hello {first name}!' }) },
  updateSavedReply: {
    id: () => UNKNOWN,
    body: () => ({ title: 'Work begins', text: 'Hello!' }),
    status: 404,
  },
  deleteSavedReply: { id: () => UNKNOWN, status: 404 },
  editMessage: {
    id: ({ messageId }) => messageId,
    body: () => ({ text: 'Good morning' }),
    status: 404,
    byRole: { customer: 200 },
  },
  withdrawMessage: { id: ({ messageId }) => messageId, status: 404, byRole: { customer: 200 } },
  // It is paid at once.
  moveInstalmentDue: { id: ({ order }) => order.id, body: () => ({ day: '2099-12-01' }), status: 404 },
  writeOffInstalment: { id: ({ order }) => order.id, body: () => ({ reason: 'Insolvent' }), status: 404 },
  recordBankTransfer: { id: ({ order }) => order.id, body: transferOf, status: 404 },
  recordOrderTransfer: { id: ({ order }) => order.id, body: transferOf, status: 409 },
  // 409, because the required answers are in.
  remindCustomer: { id: ({ order }) => order.id, body: () => ({ kind: 'mail' }), byRole: { admin: 409 } },
  confirmIncomingMail: { id: ({ incomingMailId }) => incomingMailId, status: 404, byRole: { customer: 200 } },
  discardIncomingMail: { id: ({ incomingMailId }) => incomingMailId, status: 404, byRole: { customer: 204 } },
  getOrderWork: {
    id: ({ delivered }) => delivered.orderId,
    status: 404,
    byRole: { customer: 200, staff: 200, admin: 200 },
  },
  deliverOrder: {
    id: ({ delivered }) => delivered.orderId,
    body: () => ({ note: 'The site is live.' }),
    status: 404,
    byRole: { staff: 201, admin: 201 },
  },
  // A request about the delivery exists, so it cannot be undone.
  undoDelivery: { id: ({ delivered }) => delivered.orderId, status: 404, byRole: { staff: 409 } },
  acceptDelivery: { id: ({ delivered }) => delivered.orderId, status: 404, byRole: { customer: 200 } },
  setPromisedDate: {
    id: ({ order }) => order.id,
    body: () => ({ day: nextTuesday(), reason: 'A colleague is ill.' }),
    status: 404,
    byRole: { staff: 200, admin: 200 },
  },
  // The previous request is still open.
  requestRework: {
    id: ({ delivered }) => delivered.orderId,
    body: () => ({ kind: 'change', text: 'Please in green.' }),
    status: 404,
    byRole: { customer: 409 },
  },
  decideRequest: {
    id: ({ delivered }) => delivered.orderId,
    body: () => ({ decision: 'granted' }),
    status: 404,
    byRole: { staff: 200, admin: 200 },
  },
  getRefundRequest: { id: ({ order }) => order.id, status: 404, byRole: { customer: 200, admin: 200 } },
  // Work has started, and a refund request is open.
  cancelOrder: { id: ({ delivered }) => delivered.orderId, status: 404, byRole: { customer: 409 } },
  requestRefund: {
    id: ({ delivered }) => delivered.orderId,
    body: () => ({ reason: 'It is too late for us.' }),
    status: 404,
    byRole: { customer: 409 },
  },
  answerRefundDecision: {
    id: ({ delivered }) => delivered.orderId,
    body: () => ({ version: 1, answer: 'withdraw' }),
    status: 404,
    byRole: { customer: 200 },
  },
  postponeRefundDecision: {
    id: ({ delivered }) => delivered.orderId,
    body: () => ({ version: 1, day: '2099-06-01', reason: 'The assessment takes longer.' }),
  },
  decideRefundRequest: {
    id: ({ delivered }) => delivered.orderId,
    body: () => ({ version: 1, decision: 'decline', text: 'It was delivered in time.' }),
  },
  getInvoice: { id: ({ order }) => order.id, status: 404, byRole: { customer: 200, admin: 200 } },
  listCreditNotes: { id: ({ order }) => order.id, status: 404, byRole: { customer: 200, admin: 200 } },
  changeBillingDetails: {
    id: ({ order }) => order.id,
    body: () => ({ ...profile, country: 'DK' }),
    status: 404,
    byRole: { customer: 200 },
  },
  createUser: {
    body: () => ({
      firstName: 'New',
      lastName: 'Colleague',
      email: 'new@example.com',
      password: 'a-fine-secret',
    }),
  },
  getUserPage: { id: ({ users }) => users.otherCustomer.id },
  changeUserRoles: { id: ({ users }) => users.otherCustomer.id, body: () => ({ isStaff: true }) },
  setUserDisabled: { id: ({ users }) => users.customer.id, body: () => ({ isDisabled: false }) },
  endUserSessions: { id: () => UNKNOWN, status: 404 },
  resetSecondFactor: { id: ({ users }) => users.customer.id },
  exportUserData: { id: ({ users }) => users.customer.id },
  eraseUser: { id: ({ users }) => users.otherCustomer.id },
  searchShop: { query: 'q=clara' },
  getOrderPage: { id: ({ order }) => order.id },
  changeOrderStatus: { id: ({ order }) => order.id, body: () => ({ status: 'processing' }) },
  // The status was not changed, so there is nothing to undo.
  undoOrderStatus: { id: ({ order }) => order.id, status: 409 },
  listOrderHistory: { id: ({ order }) => order.id },
  listOrderInvoices: { id: ({ order }) => order.id },
  createCoupon: { body: () => ({ code: 'NEW10', discountType: 'percentage', discount: 10 }) },
  updateCoupon: { id: ({ couponId }) => couponId, body: () => ({ status: 'inactive' }) },
  createPackage: { body: () => ({ name: 'New', description: 'A new package.', price: 99 }) },
  updatePackage: { id: ({ pkg }) => pkg.id, body: () => ({ name: 'Renamed' }) },
  createCategory: {
    body: () => ({ name: 'New', description: 'A new category.', imageUrl: '/illustrations/wordpress.svg' }),
  },
  updateCategory: { id: ({ categoryId }) => categoryId, body: () => ({ description: 'Described anew.' }) },
  // The category has a package.
  deleteCategory: { id: ({ categoryId }) => categoryId, status: 409 },
  // Sent without a file.
  uploadPicture: { status: 400 },
  getPicture: { id: ({ pictureId }) => pictureId },
  createAssignment: { body: ({ users, order }) => ({ staffId: users.otherStaff.id, orderId: order.id }) },
  reassignAssignment: {
    id: ({ assignment }) => assignment.id,
    body: ({ users }) => ({ staffId: users.otherStaff.id }),
  },
  deleteAssignment: { id: ({ assignment }) => assignment.id },
  resendMail: { id: ({ mailId }) => mailId },
  getOrderRefunds: { id: ({ order }) => order.id },
  createOrderRefund: {
    id: ({ order }) => order.id,
    body: () => ({ amount: '100.00', reason: 'Asked for within 48 hours' }),
  },
  recordRefundTransfer: {
    id: ({ failedRefundId }) => failedRefundId,
    body: () => ({ reference: 'UTR 1234' }),
  },
  readNotifications: { body: () => ({}) },
  setNotificationMails: { body: () => ({ kinds: ['order_paid'] }) },
  createPaymentRefund: {
    id: ({ strayPayment }) => strayPayment.id,
    body: () => ({ reason: 'Nobody knows whose it is' }),
  },
  markPaymentLookedAt: {
    id: ({ strayPayment }) => strayPayment.id,
    body: () => ({ note: 'Called the bank' }),
  },
  // An unknown job on purpose, so that the status depends only on the role.
  retryJob: { id: () => '00000000-0000-4000-8000-000000000000', status: 404 },
  resendProviderEvent: { id: ({ providerEvent: webhookEvent }) => webhookEvent.id },
  createWebhookEndpoint: { body: () => ({ url: 'https://hooks.example.com/shop', events: ['order.paid'] }) },
  updateWebhookEndpoint: {
    id: ({ webhookMessage }) => webhookMessage.endpointId,
    body: () => ({ events: ['order.refunded'] }),
  },
  deleteWebhookEndpoint: { id: () => UNKNOWN, status: 404 },
  testWebhookEndpoint: { id: ({ webhookMessage }) => webhookMessage.endpointId },
  rotateWebhookSecret: { id: ({ webhookMessage }) => webhookMessage.endpointId },
  resendWebhookMessage: { id: ({ webhookMessage }) => webhookMessage.id },
  createKey: { body: () => ({ name: 'Accounting', scopes: ['orders:read'] }) },
  updateKey: { id: () => UNKNOWN, body: () => ({ name: 'Books' }), status: 404 },
  revokeKey: { id: () => UNKNOWN, status: 404 },
  countEmbedView: { body: () => ({ origin: 'https://unknown.example' }) },
  addEmbedOrigin: { body: () => ({ origin: 'https://partner.example' }) },
  removeEmbedOrigin: { id: () => UNKNOWN, status: 404 },
  changeAssignmentStatus: {
    id: ({ assignment }) => assignment.id,
    body: () => ({ status: 'in_progress' }),
    byRole: { otherStaff: 404 },
  },
  // The status was not changed, so nothing can be undone.
  undoAssignmentStatus: { id: ({ assignment }) => assignment.id, status: 409, byRole: { otherStaff: 404 } },
}
