/** Passkeys (WebAuthn): credentials on a phone, a computer or a security key. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'

import type { Config } from '#platform/config.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { Assertion, Attestation } from './contract.ts'

const MAX_PASSKEYS = 20
/** Ed25519, ES256 and RS256: the algorithms that devices support. */
const algorithms = [-8, -7, -257]

/** A passkey is bound to the shop's configured origin, never the request's host. */
const getRelyingParty = ({ public_url }: Pick<Config, 'public_url'>) => ({
  expectedOrigin: new URL(public_url).origin,
  expectedRPID: new URL(public_url).hostname,
})

const listCredentials = (db: Db, user_id: number) =>
  db.selectFrom('passkeys').where('user_id', '=', user_id).select(['credential_id as id', 'transports']).execute()

/** Returns the options for creating a passkey. Throws 409 when the user has twenty. */
export const createRegistrationOptions = async (
  config: Pick<Config, 'public_url'>,
  db: Db,
  { user_id, email, shop }: { user_id: number; email: string; shop: string },
) => {
  const credentials = await listCredentials(db, user_id)
  if (credentials.length >= MAX_PASSKEYS)
    throw refuse(409, `You have ${MAX_PASSKEYS} passkeys. Please remove one first.`)
  return generateRegistrationOptions({
    rpName: shop,
    rpID: getRelyingParty(config).expectedRPID,
    userName: email,
    userDisplayName: email,
    userID: new TextEncoder().encode(`user:${user_id}`),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: credentials,
    // Stored on the authenticator where possible, so that it can log in without an email.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Returns the options for signing with one of the user's passkeys, or with any passkey when `user_id` is null. */
export const createAuthenticationOptions = async (config: Pick<Config, 'public_url'>, db: Db, user_id: number | null) =>
  generateAuthenticationOptions({
    rpID: getRelyingParty(config).expectedRPID,
    ...(user_id === null
      ? { userVerification: 'required' as const }
      : { userVerification: 'preferred' as const, allowCredentials: await listCredentials(db, user_id) }),
  })

const unknownPasskey = () => refuse(422, 'This passkey is not known here. It may have been removed from the account.')
const unreadable = () => refuse(422, 'This passkey could not be checked. Please try again.')

/** Verifies a new passkey's response to `challenge`. Throws 422 when it is invalid. */
export const verifyRegistration = async (
  config: Pick<Config, 'public_url'>,
  response: Attestation,
  challenge: string,
) => {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
    ...getRelyingParty(config),
  }).catch(() => ({ verified: false, registrationInfo: undefined }) as const)
  if (!verified || !registrationInfo) throw unreadable()
  const { id, publicKey, counter } = registrationInfo.credential
  return { credential_id: id, public_key: publicKey, counter, transports: response.response.transports ?? [] }
}

type NewPasskeyRow = Awaited<ReturnType<typeof verifyRegistration>> & { user_id: number; name: string; now: Date }

/** Throws 409 when the passkey is registered already, to whichever account. */
export const addPasskey = async (trx: Trx, { now, public_key, ...passkey }: NewPasskeyRow): Promise<void> => {
  const row = await trx
    .insertInto('passkeys')
    .values({ ...passkey, public_key: Buffer.from(public_key), created_at: now })
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw refuse(409, 'This passkey is known already.')
}

type PasskeyAssertionInput = {
  response: Assertion
  challenge: string
  /** The expected owner. null accepts any owner, and requires user verification by finger, face or PIN. */
  user_id: number | null
  now: Date
}

/**
 * Verifies a passkey's signature and returns its owner's id. Throws 422 when the passkey is unknown, of another owner,
 * or the signature is invalid.
 */
export const verifyAssertion = async (
  config: Pick<Config, 'public_url'>,
  db: Db | Trx,
  { response, challenge, user_id, now }: PasskeyAssertionInput,
): Promise<number> => {
  const passkey = await db
    .selectFrom('passkeys')
    .where('credential_id', '=', response.id)
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .executeTakeFirst()
  if (!passkey || (user_id !== null && passkey.user_id !== user_id)) throw unknownPasskey()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    requireUserVerification: user_id === null,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    ...getRelyingParty(config),
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) throw unreadable()
  await db
    .updateTable('passkeys')
    .set({ counter: authenticationInfo.newCounter, last_used_at: now })
    .where('id', '=', passkey.id)
    .execute()
  return passkey.user_id
}

/** For a sign-in that has locked the account: throws 422 when the passkey was removed meanwhile. */
export const requirePasskey = async (trx: Trx, credential_id: string): Promise<void> => {
  const passkey = await trx
    .selectFrom('passkeys')
    .where('credential_id', '=', credential_id)
    .select('id')
    .executeTakeFirst()
  if (!passkey) throw unknownPasskey()
}

/** Throws 404 for a passkey of another user. */
export const removePasskey = async (trx: Trx, user_id: number, id: number): Promise<void> => {
  const passkey = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!passkey) throw refuse.missing('passkey')
}
