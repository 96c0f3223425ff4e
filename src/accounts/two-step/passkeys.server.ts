/** Passkeys: what a phone, a computer or a security key signs with (WebAuthn). */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'

import { brand } from '#platform/brand.ts'
import type { Config } from '#platform/config.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import type { Assertion, Attestation } from './contract.ts'

const most_passkeys = 20
/** Ed25519, ES256 and RS256: what devices have. */
const algorithms = [-8, -7, -257]

/** A passkey belongs to one place on the web: the shop's own address, which no request may tell. */
const placeOf = ({ public_url }: Pick<Config, 'public_url'>) => ({
  expectedOrigin: new URL(public_url).origin,
  expectedRPID: new URL(public_url).hostname,
})

const idsOf = (db: Db, user_id: number) =>
  db.selectFrom('passkeys').where('user_id', '=', user_id).select(['credential_id as id', 'transports']).execute()

/** What a browser needs to make a passkey for somebody. Throws 409 past twenty of them. */
export const askToRegister = async (
  config: Pick<Config, 'public_url'>,
  db: Db,
  { user_id, email }: { user_id: number; email: string },
) => {
  const known = await idsOf(db, user_id)
  if (known.length >= most_passkeys) throw refuse(409, `You have ${most_passkeys} passkeys. Please remove one first.`)
  return generateRegistrationOptions({
    rpName: brand.name,
    rpID: placeOf(config).expectedRPID,
    userName: email,
    userDisplayName: email,
    userID: new TextEncoder().encode(`user:${user_id}`),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known,
    // Kept by the authenticator where it can, so that it signs in without an email too.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** What a browser needs to sign with one of somebody's passkeys; with any that it has, when nobody is named. */
export const askToSign = async (config: Pick<Config, 'public_url'>, db: Db, user_id: number | null) =>
  generateAuthenticationOptions({
    rpID: placeOf(config).expectedRPID,
    ...(user_id === null
      ? { userVerification: 'required' as const }
      : { userVerification: 'preferred' as const, allowCredentials: await idsOf(db, user_id) }),
  })

const unknownPasskey = () => refuse(422, 'This passkey is not known here. It may have been removed from the account.')
const unreadable = () => refuse(422, 'This passkey could not be checked. Please try again.')

/** The passkey that an authenticator made in answer to `challenge`. Throws 422 when it is none. */
export const readNew = async (config: Pick<Config, 'public_url'>, response: Attestation, challenge: string) => {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
    ...placeOf(config),
  }).catch(() => ({ verified: false, registrationInfo: undefined }) as const)
  if (!verified || !registrationInfo) throw unreadable()
  const { id, publicKey, counter } = registrationInfo.credential
  return { credential_id: id, public_key: publicKey, counter, transports: response.response.transports ?? [] }
}

type NewPasskey = Awaited<ReturnType<typeof readNew>> & { user_id: number; name: string; now: Date }

/** Throws 409 when it is known already, to whomever. */
export const addPasskey = async (trx: Trx, { now, public_key, ...passkey }: NewPasskey): Promise<void> => {
  const added = await trx
    .insertInto('passkeys')
    .values({ ...passkey, public_key: Buffer.from(public_key), created_at: now })
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw refuse(409, 'This passkey is known already.')
}

type Signed = {
  response: Assertion
  challenge: string
  /** Whose it must be; null lets the passkey tell, and asks for a finger, a face or a PIN. */
  user_id: number | null
  now: Date
}

/** Whose passkey signed. Throws 422 when it is not known, not theirs, or the answer is not right. */
export const useSignature = async (
  config: Pick<Config, 'public_url'>,
  db: Db | Trx,
  { response, challenge, user_id, now }: Signed,
): Promise<number> => {
  const known = await db
    .selectFrom('passkeys')
    .where('credential_id', '=', response.id)
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .executeTakeFirst()
  if (!known || (user_id !== null && known.user_id !== user_id)) throw unknownPasskey()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    requireUserVerification: user_id === null,
    credential: {
      id: known.credential_id,
      publicKey: new Uint8Array(known.public_key),
      counter: Number(known.counter),
    },
    ...placeOf(config),
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) throw unreadable()
  await db
    .updateTable('passkeys')
    .set({ counter: authenticationInfo.newCounter, last_used_at: now })
    .where('id', '=', known.id)
    .execute()
  return known.user_id
}

/** For a sign-in that holds the account: throws 422 when the passkey was removed meanwhile. */
export const keepPasskey = async (trx: Trx, credential_id: string): Promise<void> => {
  const passkey = await trx
    .selectFrom('passkeys')
    .where('credential_id', '=', credential_id)
    .select('id')
    .executeTakeFirst()
  if (!passkey) throw unknownPasskey()
}

/** Throws 404 for one that is not theirs. */
export const removePasskey = async (trx: Trx, user_id: number, id: number): Promise<void> => {
  const removed = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw refuse.missing('passkey')
}
