/** Endpoints of two-step sign-in: its settings in the account, and the second step of a login. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'
import { requiredText } from '#platform/text.ts'

import { GuestCart, User } from '../contract.ts'
import { Password } from '../passwords.ts'

export const PasswordBody = z.object({ password: Password })

/** `email_code`: mailed to accounts that require two-step sign-in, for their first app or passkey. */
export const EnrollBody = z.extend(PasswordBody, {
  email_code: z.optional(z.string('Please enter the code.').check(z.trim(), z.maxLength(60, 'Please enter the code.'))),
})

const ENTER_CODE_TEXT = 'Please enter the code.'
const CodeText = z
  .string(ENTER_CODE_TEXT)
  .check(z.trim(), z.minLength(1, ENTER_CODE_TEXT), z.maxLength(60, ENTER_CODE_TEXT))
export const CodeBody = z.object({ code: CodeText })

const Base64Url = z
  .string('This is not a passkey.')
  .check(z.maxLength(20_000, 'This is not a passkey.'), z.regex(/^[\w-]+$/, 'This is not a passkey.'))
const Transports = z.array(z.string().check(z.regex(/^[\w-]{1,20}$/))).check(z.maxLength(10))
const publicKey = z.literal('public-key')

/** The browser's response to a passkey registration. */
export const Attestation = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: publicKey,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.optional(Transports),
  }),
})
export type Attestation = z.infer<typeof Attestation>

/** The browser's response to a passkey authentication. */
export const Assertion = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: publicKey,
  response: z.object({ clientDataJSON: Base64Url, authenticatorData: Base64Url, signature: Base64Url }),
})
export type Assertion = z.infer<typeof Assertion>

const verification = z.enum(['required', 'preferred', 'discouraged'])
const CredentialDescriptor = z.object({ id: z.string(), type: z.string(), transports: z.optional(z.array(z.string())) })

/** Options for creating a passkey (WebAuthn's `PublicKeyCredentialCreationOptionsJSON`). */
const CreationOptions = z.object({
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.optional(z.int()),
  excludeCredentials: z.optional(z.array(CredentialDescriptor)),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(verification),
      requireResidentKey: z.optional(z.boolean()),
      userVerification: z.optional(verification),
    }),
  ),
  attestation: z.optional(z.enum(['none', 'direct', 'enterprise', 'indirect'])),
  extensions: z.optional(z.object({ credProps: z.optional(z.boolean()) })),
})

/** Options for signing with a passkey (`PublicKeyCredentialRequestOptionsJSON`). */
const RequestOptions = z.object({
  challenge: z.string(),
  timeout: z.optional(z.int()),
  rpId: z.optional(z.string()),
  allowCredentials: z.optional(z.array(CredentialDescriptor)),
  userVerification: z.optional(verification),
})

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof Passkey>

export const TwoStep = z.object({
  is_on: z.boolean(),
  /** Whether the user's platform role requires two-step sign-in. */
  is_required: z.boolean(),
  has_password: z.boolean(),
  /** A second factor can be added only after the email is confirmed. */
  email_verified: z.boolean(),
  /** Whether the first app or passkey needs a mailed code. */
  needs_email_code: z.boolean(),
  app_confirmed_at: z.nullable(z.string()),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.int(),
})
export type TwoStep = z.infer<typeof TwoStep>

/** Returned only when two-step sign-in is turned on or the codes are replaced; null otherwise. */
const RecoveryCodes = z.object({ recovery_codes: z.nullable(z.array(z.string())) })

export const getTwoStep = endpoint('GET', '/user/two-step', {
  summary: 'Get whether two-step sign-in is on, with which app, passkeys and how many recovery codes',
  who: 'signed_in',
  reply: TwoStep,
})

export const mailEmailCode = endpoint('POST', '/user/two-step/email-code', {
  summary: 'Mail the code that the first app or passkey of staff and filmmakers requires; valid for ten minutes',
  who: 'signed_in',
  per_minute: 10,
  body: PasswordBody,
  reply: z.null(),
})

export const startAuthenticator = endpoint('POST', '/user/two-step/app', {
  summary: 'Create a secret for an authenticator app, which counts after its first code',
  who: 'signed_in',
  per_minute: 20,
  body: EnrollBody,
  reply: z.object({
    secret: z.string(),
    address: z.string(),
    /** The URL as a QR code in SVG. */
    picture: z.string(),
  }),
})

export const confirmAuthenticator = endpoint('PUT', '/user/two-step/app', {
  summary: 'Confirm an authenticator app with its first code; turns two-step sign-in on and ends the other sessions',
  who: 'signed_in',
  logs_refusal: 'second_step_failed',
  logs_success: 'second_step_added',
  per_minute: 20,
  body: CodeBody,
  reply: RecoveryCodes,
  refusals: [410],
})

export const removeAuthenticator = endpoint('DELETE', '/user/two-step/app', {
  summary: 'Remove the authenticator app; turns two-step sign-in off if no passkey is left',
  who: 'signed_in',
  logs_success: 'second_step_removed',
  per_minute: 20,
  body: PasswordBody,
  reply: z.null(),
})

export const getPasskeyRegistrationOptions = endpoint('POST', '/user/two-step/passkeys/options', {
  summary: 'Get the options for creating a passkey',
  who: 'signed_in',
  per_minute: 20,
  body: EnrollBody,
  reply: CreationOptions,
})

export const PasskeyName = requiredText('Name', 60)

export const addNewPasskey = endpoint('POST', '/user/two-step/passkeys', {
  summary: 'Add a passkey; the first turns two-step sign-in on and ends the other sessions',
  who: 'signed_in',
  logs_success: 'second_step_added',
  per_minute: 20,
  body: z.object({ name: PasskeyName, response: Attestation }),
  reply: RecoveryCodes,
  refusals: [410],
})

export const removeOnePasskey = endpoint('DELETE', '/user/two-step/passkeys/:id', {
  summary: 'Remove a passkey; turns two-step sign-in off if no other factor is left',
  who: 'signed_in',
  logs_success: 'second_step_removed',
  per_minute: 20,
  params: IdParam,
  body: PasswordBody,
  reply: z.null(),
})

export const renewCodes = endpoint('POST', '/user/two-step/recovery-codes', {
  summary: 'Replace the recovery codes with ten new ones',
  who: 'signed_in',
  logs_success: 'recovery_codes_renewed',
  per_minute: 20,
  body: PasswordBody,
  reply: RecoveryCodes,
})

export const finishWithCode = endpoint('POST', '/auth/second-step', {
  summary: 'Complete a login with a code from the app or a recovery code',
  who: 'anyone',
  before_opening: 'allowed',
  logs_refusal: 'second_step_failed',
  open_to_suspended: true,
  per_minute: 20,
  body: CodeBody,
  reply: User,
  refusals: [410],
})

export const cancelSecondStep = endpoint('DELETE', '/auth/second-step', {
  summary: 'Cancel a login before its second step',
  who: 'anyone',
  before_opening: 'allowed',
  open_to_suspended: true,
  reply: z.null(),
})

export const getSecondStepPasskeyOptions = endpoint('POST', '/auth/second-step/passkey/options', {
  summary: 'Get the passkey options for the second step of a login',
  who: 'anyone',
  before_opening: 'allowed',
  open_to_suspended: true,
  per_minute: 20,
  reply: RequestOptions,
  refusals: [410],
})

export const finishWithPasskey = endpoint('POST', '/auth/second-step/passkey', {
  summary: 'Complete a login with a passkey',
  who: 'anyone',
  before_opening: 'allowed',
  logs_refusal: 'second_step_failed',
  open_to_suspended: true,
  per_minute: 20,
  body: z.object({ response: Assertion }),
  reply: User,
  refusals: [410],
})

export const getPasskeyLoginOptions = endpoint('POST', '/auth/passkey/options', {
  summary: 'Get the options for logging in with only a passkey',
  who: 'anyone',
  before_opening: 'allowed',
  open_to_suspended: true,
  per_minute: 20,
  reply: RequestOptions,
})

export const loginWithPasskey = endpoint('POST', '/auth/passkey', {
  summary: 'Log in with only a passkey, which counts as both steps',
  who: 'anyone',
  before_opening: 'allowed',
  logs_refusal: 'sign_in_failed',
  open_to_suspended: true,
  per_minute: 20,
  body: z.object({ response: Assertion, remember: z._default(z.boolean(), false), cart_hash: GuestCart }),
  reply: User,
  refusals: [410],
})
