import * as z from 'zod/mini'

import { CART_HASH_PATTERN } from '#platform/actor.ts'
import { CaptchaProof } from '#platform/captcha/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'

import { NewPassword, Password } from './passwords.ts'
import { registrationPreferenceNames } from './preferences.ts'
import { FirstName, LastName } from './profile.ts'
import { REFERRAL_PATTERN, RegistrationSourceFields } from './registration-source.ts'
import { secondStepMethods } from './two-step/pending-second-step.ts'

export const ActiveOccupation = z.object({
  business_type_id: z.nullable(z.int()),
  occupation_type_id: z.nullable(z.int()),
  custom_business_type: z.nullable(z.string()),
  custom_occupation_type: z.nullable(z.string()),
  /** A name from the lists, or the user's own text. */
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
  /** The picture's id at the image host, whichever host it is. */
  avatar_cloudinary_public_id: z.nullable(z.string()),
  company_url: z.nullable(z.string()),
  theme: z.nullable(z.string()),
  roles: z.array(z.int()),
  has_completed_onboarding: z.boolean(),
  has_google_account_linked: z.boolean(),
  /** Whether the user confirmed that mail reaches this email. */
  email_verified: z.boolean(),
  /** null until the user saved their occupation. */
  active_occupation: z.nullable(ActiveOccupation),
  /** Slugs from `verticals.ts`. */
  verticals: z.array(z.string()),
  /** Whether the user may buy in their current workspace. */
  can_purchase: z.boolean(),
  /** Affiliations with the company (`affiliations.ts`). */
  isAmbassador: z.boolean(),
  isFilmmakerAdmin: z.boolean(),
  isCollectionAdmin: z.boolean(),
  isFilmmakerManager: z.boolean(),
  isOwner: z.boolean(),
  /** When the account will be deleted, if the user requested it. */
  deletes_at: z.nullable(z.string()),
  /** Set while a staff member acts as this user. */
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
 * Old or invalid values must not block a sign-in. Browsers send null: the guest cart comes from its HttpOnly cookie.
 * Only clients without cookies need the field.
 */
export const GuestCart = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform(hash => (hash && CART_HASH_PATTERN.test(hash) ? hash : null)),
)
/** Invalid tokens become null: an old link must not block a sign-in. */
export const InviteToken = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform(token => (token && /^[\w-]{1,200}$/.test(token) ? token : null)),
)
const Preferences = z.array(z.enum(registrationPreferenceNames, 'Please choose from the list.'))

export const getSession = endpoint('GET', '/auth', {
  summary: 'Get the signed-in user, or null for a guest',
  who: 'anyone',
  before_opening: 'allowed',
  masquerade: 'allowed',
  reply: z.nullable(User),
})

/** The signed-in user, or the available second-step methods after a right first step. */
export const SignInResult = z.union([
  User,
  z.object({ second_step: z.object({ ways: z.array(z.enum(secondStepMethods)), expires_at: z.string() }) }),
])

export const LoginBody = z.object({
  login: Email,
  password: Password,
  remember: z._default(z.boolean(), false),
  cart_hash: GuestCart,
  invite_token: InviteToken,
  /** Required after a few failed logins. */
  captcha: CaptchaProof,
})

export const login = endpoint('POST', '/auth/login', {
  summary: 'Log in: start a session and merge the guest cart, or request the second step',
  who: 'anyone',
  before_opening: 'allowed',
  logs_refusal: 'sign_in_failed',
  open_to_suspended: true,
  per_minute: 20,
  body: LoginBody,
  reply: SignInResult,
})

export const register = endpoint('POST', '/auth/register', {
  summary: 'Begin a registration: mail a code to a new email, or a login link to one that has an account',
  who: 'anyone',
  per_minute: 10,
  body: z
    .object({
      email: Email,
      password: NewPassword,
      password_again: z.string('Passwords do not match.'),
      /** Sent when the user registers from an invite. */
      first_name: z.optional(FirstName),
      last_name: z.optional(LastName),
      captcha: CaptchaProof,
      ...RegistrationSourceFields,
    })
    .check(
      z.refine(({ password, password_again }) => password === password_again, {
        path: ['password_again'],
        error: 'Passwords do not match.',
      }),
    ),
  /** The same for every email. `mailbox_url`: where a demo shop's mails arrive; null in a real shop. */
  reply: z.object({ email: z.string(), mailbox_url: z.nullable(z.string()) }),
})

export const resendRegistration = endpoint('POST', '/auth/register/resend', {
  summary: 'Mail another code for the registration that this browser began',
  who: 'anyone',
  per_minute: 5,
  reply: z.null(),
  refusals: [422],
})

export const RegistrationCode = z
  .string('Enter the code from the mail.')
  .check(z.trim(), z.regex(/^\d{3}\s?\d{3}$/, 'Enter the six digits from the mail.'))

export const confirmRegistration = endpoint('POST', '/auth/register/confirm', {
  summary: 'Create the account with its personal workspace, and log in',
  who: 'anyone',
  logs_refusal: 'sign_in_failed',
  per_minute: 20,
  body: z.object({ code: RegistrationCode, cart_hash: GuestCart, invite_token: InviteToken }),
  reply: User,
})

export const logout = endpoint('POST', '/auth/logout', {
  summary: 'End this session',
  who: 'anyone',
  before_opening: 'allowed',
  masquerade: 'allowed',
  open_to_suspended: true,
  reply: z.null(),
})

export const saveTheme = endpoint('PUT', '/user/profile/theme', {
  summary: 'Save the theme with the account',
  who: 'signed_in',
  body: z.object({ theme: z.enum(['light', 'dark'], 'The theme is light or dark.') }),
  reply: User,
})

export const getGeo = endpoint('GET', '/geoip', {
  summary: 'Get whether registration must ask for consent to mails, by the visitor’s location',
  who: 'anyone',
  before_opening: 'allowed',
  masquerade: 'allowed',
  reply: z.object({ success: z.boolean(), requires_opt_in: z.boolean() }),
})

export const saveStorageConsent = endpoint('PUT', '/storage-consent', {
  summary: 'Allow or refuse the cookies of experiments and partner links; a refusal removes them',
  who: 'anyone',
  before_opening: 'allowed',
  masquerade: 'allowed',
  open_to_suspended: true,
  body: z.object({
    choice: z.enum(['yes', 'no'], 'Please choose yes or no.'),
    /** The code of the partner's link that led here, to remember it. */
    referral: z.optional(z.string().check(z.regex(REFERRAL_PATTERN, 'This is not the code of a partner’s link.'))),
  }),
  reply: z.null(),
  per_minute: 30,
})

export const savePreferences = endpoint('POST', '/user/notification-preferences/register-page/:id', {
  summary: 'Save the email preferences of a new user',
  who: 'signed_in',
  params: IdParam,
  body: z.object({
    email: Email,
    preferences: Preferences,
    /** Whether the user ticked the opt-in. It is not shown where the law asks for none. */
    has_opted_in: z._default(z.boolean(), false),
  }),
  reply: z.object({ preferences: Preferences }),
})
