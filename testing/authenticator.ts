/** A software authenticator: creates passkeys and signs with them like a device (WebAuthn, ES256, no attestation). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** The subset of CBOR that authenticators write. */
const head = (major: number, n: number) =>
  n < 24
    ? Buffer.from([(major << 5) | n])
    : n < 256
      ? Buffer.from([(major << 5) | 24, n])
      : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
const int = (n: number) => (n >= 0 ? head(0, n) : head(1, -1 - n))
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (...pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

type AuthenticatorOptions = {
  /** The shop's origin. */
  origin: string
  /** Whether the device verifies the user by fingerprint, face or PIN. */
  verifies?: boolean
}

export const createAuthenticator = ({ origin, verifies = true }: AuthenticatorOptions) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin }))
  const authenticatorData = (extra: Uint8Array = Buffer.alloc(0)) => {
    counter += 1
    const flags = USER_PRESENT | (verifies ? USER_VERIFIED : 0) | (extra.length > 0 ? HAS_CREDENTIAL : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, extra])
  }

  return {
    id: base64url(id),
    /** Creates a passkey; returns the registration response. */
    register: ({ challenge }: { challenge: string }) => {
      const cose = map(
        [int(1), int(2)],
        [int(3), int(-7)],
        [int(-1), int(1)],
        [int(-2), bytes(Buffer.from(x, 'base64url'))],
        [int(-3), bytes(Buffer.from(y, 'base64url'))],
      )
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const attestationObject = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(authenticatorData(key))],
      )
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      }
    },
    /** Signs a challenge; returns the authentication response. */
    sign: ({ challenge }: { challenge: string }) => {
      const clientDataJSON = clientData('webauthn.get', challenge)
      const data = authenticatorData()
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey)
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(clientDataJSON),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
