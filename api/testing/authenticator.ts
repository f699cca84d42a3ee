/** A software authenticator for passkeys (https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data). */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  NewCredential,
  PasskeyCreation,
  PasskeyRequest,
  SignedChallenge,
} from '#api/contract/people/second-factor.ts'

const PRESENT = 0x01
const UNLOCKED = 0x04
const HAS_CREDENTIAL = 0x40

/** Faults that tests can introduce. */
interface Faults {
  origin?: string
  rpId?: string
  challenge?: string
  /** Whether the owner only touched the device, without a PIN or fingerprint. */
  isLocked?: boolean
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encode = (data: string | Buffer) => Buffer.from(data).toString('base64url')

export class Authenticator {
  readonly #origin: string
  readonly #id = randomBytes(16)
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject }
  /** The signature counter; 0 for a device that does not count. */
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  /** The result of a browser's `navigator.credentials.create`. */
  create(options: PasskeyCreation, faults: Faults = {}): NewCredential {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    // COSE: EC2, ES256, P-256, x, y.
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const idLength = Buffer.from([0, this.#id.length])
    const data = Buffer.concat([
      this.#writeAuthenticatorData(options.rp.id, HAS_CREDENTIAL, faults),
      Buffer.concat([Buffer.alloc(16), idLength, this.#id, key]),
    ])
    // CBOR: { fmt: 'none', attStmt: {}, authData: … }
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ])
    const response = {
      clientDataJSON: encode(this.#writeClientData('webauthn.create', options.challenge, faults)),
      attestationObject: encode(attestation),
      transports: ['internal'],
    }
    return { ...this.#describeCredential(), response }
  }

  /** The result of a browser's `navigator.credentials.get`. */
  sign(options: PasskeyRequest, faults: Faults = {}): SignedChallenge {
    const clientData = this.#writeClientData('webauthn.get', options.challenge, faults)
    const data = this.#writeAuthenticatorData(options.rpId, 0, faults)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey)
    const response = {
      clientDataJSON: encode(clientData),
      authenticatorData: encode(data),
      signature: encode(signature),
    }
    return { ...this.#describeCredential(), response }
  }

  #describeCredential() {
    const id = encode(this.#id)
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #writeClientData(type: string, challenge: string, faults: Faults): string {
    return JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false, ...faults })
  }

  #writeAuthenticatorData(rpId: string, more: number, { rpId: otherId, isLocked }: Faults): Buffer {
    const flags = PRESENT | more | (isLocked ? 0 : UNLOCKED)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(otherId ?? rpId), Buffer.from([flags]), counter])
  }
}
