/**
 * Nobody knows what became of the call: the provider was not reached, did not answer in time or answered nothing that can
 * be read. It may have happened. Ask the provider; never take it for a failure.
 */
export class GatewayUnavailable extends Error {
  /** @param reason for the log: it holds no key and nothing of the request */
  constructor(reason: string) {
    super(`The payment provider gave no answer: ${reason}`)
    this.name = 'GatewayUnavailable'
  }
}

/** The provider refused the call: it has not happened. */
export class GatewayRejected extends Error {
  readonly status: number
  /** Razorpay's own, such as `BAD_REQUEST_ERROR`. @see https://razorpay.com/docs/errors */
  readonly code: string
  readonly description: string

  constructor(refusal: { status: number; code: string; description: string }) {
    super(`The payment provider refused: ${refusal.description} (${refusal.code}, ${refusal.status})`)
    this.name = 'GatewayRejected'
    this.status = refusal.status
    this.code = refusal.code
    this.description = refusal.description
  }
}

/** What was given cannot be an id of the provider's. No call was made with it. */
export class InvalidProviderId extends Error {
  constructor(kind: string) {
    super(`Not an id of a provider's ${kind}`)
    this.name = 'InvalidProviderId'
  }
}
