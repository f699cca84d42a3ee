/** Razorpay's error bodies. @see https://razorpay.com/docs/errors */

export interface ErrorDetails {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR'
  description: string
  source: string
  step: string
  reason: string
  metadata: { order_id?: string; payment_id?: string }
  field?: string
}

export class RazorpayError extends Error {
  readonly status: number
  readonly details: ErrorDetails

  constructor(status: number, details: ErrorDetails) {
    super(details.description)
    this.name = 'RazorpayError'
    this.status = status
    this.details = details
  }

  get body(): { error: ErrorDetails } {
    return { error: this.details }
  }
}

const NOT_APPLICABLE = { source: 'NA', step: 'NA', reason: 'NA', metadata: {} }

/** The request names something that does not exist, or asks for something that is not possible now. */
export function badRequest(description: string, status = 400): RazorpayError {
  return new RazorpayError(status, { code: 'BAD_REQUEST_ERROR', description, ...NOT_APPLICABLE })
}

/** A field of the request is invalid. */
export function invalidInput(description: string, field?: string): RazorpayError {
  return new RazorpayError(400, {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
    ...(field && { field }),
  })
}

export const authenticationFailed = () => badRequest('Authentication failed', 401)
export const unknownUrl = () => badRequest('The requested URL was not found on the server.')
export const unknownId = () => badRequest('The id provided does not exist')
export const malformedId = (id: string) => badRequest(`${id} is not a valid id`)

export function orderAlreadyPaid(orderId: string): RazorpayError {
  return new RazorpayError(400, {
    code: 'BAD_REQUEST_ERROR',
    description:
      'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.',
    source: 'business',
    step: 'payment_initiation',
    reason: 'order_already_paid',
    metadata: { order_id: orderId },
  })
}

export function serverError(): RazorpayError {
  return new RazorpayError(500, {
    code: 'SERVER_ERROR',
    description:
      'We are facing some trouble completing your request at the moment. Please try again shortly.',
    ...NOT_APPLICABLE,
  })
}
