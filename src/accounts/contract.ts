import * as z from 'zod/mini'

import { cart_hash_shape } from '#platform/actor.ts'
import { CaptchaProof } from '#platform/captcha/contract.ts'
import { endpoint } from '#platform/endpoint.ts'
import { IdParam } from '#platform/lists.ts'

import { CameFrom } from './came-from.ts'
import { NewPassword, Password } from './passwords.ts'
import { registrationPreferenceNames } from './preferences.ts'
import { FirstName, LastName } from './profile.ts'
import { ways } from './two-step/waiting.ts'

export const ActiveOccupation = z.object({
  business_type_id: z.nullable(z.int()),
  occupation_type_id: z.nullable(z.int()),
  custom_business_type: z.nullable(z.string()),
  custom_occupation_type: z.nullable(z.string()),
  /** Names of the lists, or somebody's own words. */
  business_type: z.nullable(z.string()),
  occupation_type: z.nullable(z.string()),
})

export const User = z.object({
  id: z.int(),
  email: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.nullable(z.string()),
  /** What the image host calls the picture, whichever host it is. */
  avatar_cloudinary_public_id: z.nullable(z.string()),
  company_url: z.nullable(z.string()),
  theme: z.nullable(z.string()),
  roles: z.array(z.int()),
  has_completed_onboarding: z.boolean(),
  has_google_account_linked: z.boolean(),
  /** Mail to their email is known to arrive. */
  email_verified: z.boolean(),
  /** null until somebody told what they do. */
  active_occupation: z.nullable(ActiveOccupation),
  /** Slugs of `verticals.ts`. */
  verticals: z.array(z.string()),
  /** Whether they buy in the workspace that they are in. */
  can_purchase: z.boolean(),
  /** How they are affiliated with the company (`affiliations.ts`). */
  isAmbassador: z.boolean(),
  isFilmmakerAdmin: z.boolean(),
  isCollectionAdmin: z.boolean(),
  isFilmmakerManager: z.boolean(),
  isOwner: z.boolean(),
  /** When the account is to be deleted, because its owner asked for it. */
  deletes_at: z.nullable(z.string()),
  /** Set while one of our people acts as this person. */
  masquerade: z.nullable(z.object({ client_username: z.string() })),
})
export type User = z.infer<typeof User>

export const Email = z
  .string('Email is required.')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Email is required.', abort: true }),
    z.maxLength(254, 'Invalid email address.'),
    z.email('Invalid email address.'),
  )

/**
 * An old or foreign value in the browser must not stop anyone from coming in. The web sends null: the guest's cart comes by
 * its cookie, which scripts cannot read. Only clients without cookies need the field.
 */
export const GuestCart = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform(given => (given && cart_hash_shape.test(given) ? given : null)),
)
/** What cannot be a token is none: an old link must not stop anyone from coming in. */
export const InviteToken = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform(given => (given && /^[\w-]{1,200}$/.test(given) ? given : null)),
)
const Preferences = z.array(z.enum(registrationPreferenceNames, 'Please choose from the list.'))

export const getSession = endpoint('GET', '/auth', {
  summary: 'The signed-in person, or null for a guest',
  who: 'anyone',
  masquerade: 'allowed',
  reply: z.nullable(User),
})

/** Who came in; or that the first step was right, and what the second can be. */
export const SignedIn = z.union([
  User,
  z.object({ second_step: z.object({ ways: z.array(z.enum(ways)), expires_at: z.string() }) }),
])

export const LoginBody = z.object({
  login: Email,
  password: Password,
  remember: z._default(z.boolean(), false),
  cart_hash: GuestCart,
  invite_token: InviteToken,
  /** Asked for after a few failed logins. */
  captcha: CaptchaProof,
})

export const login = endpoint('POST', '/auth/login', {
  summary: 'Log in: begins a session and brings the guest cart along, or asks for the second step',
  who: 'anyone',
  logs_refusal: 'sign_in_failed',
  open_to_suspended: true,
  per_minute: 20,
  body: LoginBody,
  reply: SignedIn,
})

export const register = endpoint('POST', '/auth/register', {
  summary: 'Create an account with its personal workspace, and log in',
  who: 'anyone',
  per_minute: 10,
  body: z
    .object({
      email: Email,
      password: NewPassword,
      password_again: z.string('Passwords do not match.'),
      /** Asked for when somebody registers by an invitation. */
      first_name: z.optional(FirstName),
      last_name: z.optional(LastName),
      cart_hash: GuestCart,
      invite_token: InviteToken,
      captcha: CaptchaProof,
      ...CameFrom,
    })
    .check(
      z.refine(({ password, password_again }) => password === password_again, {
        path: ['password_again'],
        error: 'Passwords do not match.',
      }),
    ),
  reply: User,
})

export const logout = endpoint('POST', '/auth/logout', {
  summary: 'End this session',
  who: 'anyone',
  masquerade: 'allowed',
  open_to_suspended: true,
  reply: z.null(),
})

export const saveTheme = endpoint('PUT', '/user/profile/theme', {
  summary: 'Keep the chosen theme with the account',
  who: 'signed_in',
  body: z.object({ theme: z.enum(['light', 'dark'], 'The theme is light or dark.') }),
  reply: User,
})

export const getGeo = endpoint('GET', '/geoip', {
  summary: 'Whether mails need to be asked for at registration, by where the visitor is',
  who: 'anyone',
  masquerade: 'allowed',
  reply: z.object({ success: z.boolean(), requires_opt_in: z.boolean() }),
})

export const savePreferences = endpoint('POST', '/user/notification-preferences/register-page/:id', {
  summary: 'The mails that somebody who just registered wants',
  who: 'signed_in',
  params: IdParam,
  body: z.object({ email: Email, preferences: Preferences }),
  reply: z.object({ preferences: Preferences }),
})
