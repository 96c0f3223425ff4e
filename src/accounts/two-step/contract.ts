/** The doors of two-step sign-in: setting it up in one's own account, and coming in with it. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { IdParam } from '#platform/lists.ts'
import { requiredText } from '#platform/text.ts'

import { GuestCart, User } from '../contract.ts'
import { Password } from '../passwords.ts'

export const ProvenBody = z.object({ password: Password })

/** `email_code`: mailed to accounts that need two-step sign-in, for their first app or passkey. */
export const EnrollBody = z.extend(ProvenBody, {
  email_code: z.optional(z.string('Please enter the code.').check(z.trim(), z.maxLength(60, 'Please enter the code.'))),
})

const typed_text = 'Please enter the code.'
const Typed = z.string(typed_text).check(z.trim(), z.minLength(1, typed_text), z.maxLength(60, typed_text))
export const CodeBody = z.object({ code: Typed })

const Base64Url = z
  .string('This is not a passkey.')
  .check(z.maxLength(20_000, 'This is not a passkey.'), z.regex(/^[\w-]+$/, 'This is not a passkey.'))
const Transports = z.array(z.string().check(z.regex(/^[\w-]{1,20}$/))).check(z.maxLength(10))
const publicKey = z.literal('public-key')

/** What a browser answers when a passkey was made. */
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

/** What a browser answers when a passkey has signed. */
export const Assertion = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: publicKey,
  response: z.object({ clientDataJSON: Base64Url, authenticatorData: Base64Url, signature: Base64Url }),
})
export type Assertion = z.infer<typeof Assertion>

const verification = z.enum(['required', 'preferred', 'discouraged'])
const Known = z.object({ id: z.string(), type: z.string(), transports: z.optional(z.array(z.string())) })

/** What a browser is told to make a passkey (WebAuthn's `PublicKeyCredentialCreationOptionsJSON`). */
const CreationOptions = z.object({
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.optional(z.int()),
  excludeCredentials: z.optional(z.array(Known)),
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

/** What a browser is told to sign with a passkey (`PublicKeyCredentialRequestOptionsJSON`). */
const RequestOptions = z.object({
  challenge: z.string(),
  timeout: z.optional(z.int()),
  rpId: z.optional(z.string()),
  allowCredentials: z.optional(z.array(Known)),
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
  /** One's role on the platform cannot do without. */
  is_required: z.boolean(),
  has_password: z.boolean(),
  /** Before the email is confirmed, no second step can be added. */
  email_verified: z.boolean(),
  /** The first app or passkey asks for a code that is mailed. */
  needs_email_code: z.boolean(),
  app_since: z.nullable(z.string()),
  passkeys: z.array(Passkey),
  recovery_left: z.int(),
})
export type TwoStep = z.infer<typeof TwoStep>

/** Shown this once: when two-step sign-in begins, and when codes are made anew; null otherwise. */
const Codes = z.object({ recovery_codes: z.nullable(z.array(z.string())) })

export const getTwoStep = endpoint('GET', '/user/two-step', {
  summary: 'Whether two-step sign-in is on, with which app, passkeys and how many recovery codes',
  who: 'signed_in',
  reply: TwoStep,
})

export const mailEmailCode = endpoint('POST', '/user/two-step/email-code', {
  summary: 'Mail the code that the first app or passkey of staff and filmmakers asks for; good for ten minutes',
  who: 'signed_in',
  per_minute: 10,
  body: ProvenBody,
  reply: z.null(),
})

export const startAuthenticator = endpoint('POST', '/user/two-step/app', {
  summary: 'A new secret for an authenticator app, which counts once a code of it was given',
  who: 'signed_in',
  per_minute: 20,
  body: EnrollBody,
  reply: z.object({
    secret: z.string(),
    address: z.string(),
    /** The address as a QR code: SVG. */
    picture: z.string(),
  }),
})

export const confirmAuthenticator = endpoint('PUT', '/user/two-step/app', {
  summary: 'The first code of an authenticator app; turns two-step sign-in on and signs out the other sessions',
  who: 'signed_in',
  logs_refusal: 'second_step_failed',
  logs_success: 'second_step_added',
  per_minute: 20,
  body: CodeBody,
  reply: Codes,
})

export const removeAuthenticator = endpoint('DELETE', '/user/two-step/app', {
  summary: 'Without the authenticator app; turns two-step sign-in off if nothing else is left',
  who: 'signed_in',
  logs_success: 'second_step_removed',
  per_minute: 20,
  body: ProvenBody,
  reply: z.null(),
})

export const askNewPasskey = endpoint('POST', '/user/two-step/passkeys/options', {
  summary: 'What a browser needs to make a passkey',
  who: 'signed_in',
  per_minute: 20,
  body: EnrollBody,
  reply: CreationOptions,
})

export const PasskeyName = requiredText('Name', 60)

export const addNewPasskey = endpoint('POST', '/user/two-step/passkeys', {
  summary: 'Another passkey; the first turns two-step sign-in on and signs out the other sessions',
  who: 'signed_in',
  logs_success: 'second_step_added',
  per_minute: 20,
  body: z.object({ name: PasskeyName, response: Attestation }),
  reply: Codes,
})

export const removeOnePasskey = endpoint('DELETE', '/user/two-step/passkeys/:id', {
  summary: 'Without one passkey; turns two-step sign-in off if nothing else is left',
  who: 'signed_in',
  logs_success: 'second_step_removed',
  per_minute: 20,
  params: IdParam,
  body: ProvenBody,
  reply: z.null(),
})

export const renewCodes = endpoint('POST', '/user/two-step/recovery-codes', {
  summary: 'Ten new recovery codes in the place of those before',
  who: 'signed_in',
  logs_success: 'recovery_codes_renewed',
  per_minute: 20,
  body: ProvenBody,
  reply: Codes,
})

export const finishWithCode = endpoint('POST', '/auth/second-step', {
  summary: 'The second step of a login: a code of the app, or a recovery code',
  who: 'anyone',
  logs_refusal: 'second_step_failed',
  open_to_suspended: true,
  per_minute: 20,
  body: CodeBody,
  reply: User,
})

export const cancelSecondStep = endpoint('DELETE', '/auth/second-step', {
  summary: 'Give a login up before its second step',
  who: 'anyone',
  open_to_suspended: true,
  reply: z.null(),
})

export const askSecondStepPasskey = endpoint('POST', '/auth/second-step/passkey/options', {
  summary: 'What a browser needs to do the second step of a login with a passkey',
  who: 'anyone',
  open_to_suspended: true,
  per_minute: 20,
  reply: RequestOptions,
})

export const finishWithPasskey = endpoint('POST', '/auth/second-step/passkey', {
  summary: 'The second step of a login: a passkey',
  who: 'anyone',
  logs_refusal: 'second_step_failed',
  open_to_suspended: true,
  per_minute: 20,
  body: z.object({ response: Assertion }),
  reply: User,
})

export const askPasskey = endpoint('POST', '/auth/passkey/options', {
  summary: 'What a browser needs to log in with a passkey alone',
  who: 'anyone',
  open_to_suspended: true,
  per_minute: 20,
  reply: RequestOptions,
})

export const loginWithPasskey = endpoint('POST', '/auth/passkey', {
  summary: 'Log in with a passkey alone: it is both steps at once',
  who: 'anyone',
  logs_refusal: 'sign_in_failed',
  open_to_suspended: true,
  per_minute: 20,
  body: z.object({ response: Assertion, remember: z._default(z.boolean(), false), cart_hash: GuestCart }),
  reply: User,
})
