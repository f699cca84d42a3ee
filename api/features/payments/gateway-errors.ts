import { DomainError } from '../../errors.ts'

/**
 * The outcome of the call is unknown: the provider was not reached, was too slow or sent a response that cannot be read.
 * The call may have had its effect, so ask the provider and do not treat this as a failure.
 */
export class GatewayUnavailable extends Error {
  /** @param reason for the log; without keys and without the request */
  constructor(reason: string) {
    super(`The payment provider gave no answer: ${reason}`)
    this.name = 'GatewayUnavailable'
  }
}

/** The provider refused the call, so it had no effect. */
export class GatewayRejected extends Error {
  readonly status: number
  /** The provider's own, such as `BAD_REQUEST_ERROR`. */
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

/** An event in the provider's form whose signature does not match: another secret, or a forgery. */
export class BadSignature extends DomainError {
  constructor() {
    super(400, 'bad_signature', 'The signature does not match')
  }
}

/** The value cannot be an id of the provider's. Nothing was sent. */
export class InvalidProviderId extends Error {
  constructor(kind: string) {
    super(`Not an id of a provider's ${kind}`)
    this.name = 'InvalidProviderId'
  }
}
