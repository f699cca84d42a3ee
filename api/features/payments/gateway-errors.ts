import { DomainError } from '../../base/errors.ts'

/**
 * The outcome of a call is unknown: the provider was not reached, was too slow or sent a response that cannot be read. The
 * call may have had its effect, so it must not be treated as failed. Ask the provider again.
 */
export class GatewayUnavailable extends Error {
  /** @param reason for the log. It must hold neither keys nor the request. */
  constructor(reason: string) {
    super(`The payment provider gave no answer: ${reason}`)
    this.name = 'GatewayUnavailable'
  }
}

/** The provider has refused a call, which therefore had no effect. */
export class GatewayRejected extends Error {
  readonly status: number
  /** The provider's code, such as `BAD_REQUEST_ERROR`. */
  readonly code: string
  readonly description: string
  /** Which of the call's fields it was refused for, such as `currency`. */
  readonly field: string | undefined

  constructor(refusal: {
    status: number
    code: string
    description: string
    field?: string | null | undefined
  }) {
    super(`The payment provider refused: ${refusal.description} (${refusal.code}, ${refusal.status})`)
    this.name = 'GatewayRejected'
    this.status = refusal.status
    this.code = refusal.code
    this.description = refusal.description
    this.field = refusal.field ?? undefined
  }
}

/** The signature of an event does not match: it is forged, or the secret here differs from the provider's. */
export class BadSignature extends DomainError {
  constructor() {
    super(400, 'bad_signature', 'The signature does not match')
  }
}

/** A value does not have the form of the provider's ids. Nothing was sent. */
export class InvalidProviderId extends Error {
  constructor(kind: string) {
    super(`Not an id of a provider's ${kind}`)
    this.name = 'InvalidProviderId'
  }
}
