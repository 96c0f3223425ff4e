/** The doors of one's own account: password, email, profile, sessions, mails. */
import * as z from 'zod/mini'

import { CaptchaProof } from '#platform/captcha/contract.ts'
import { endpoint } from '#platform/endpoint.ts'
import { IdParam } from '#platform/lists.ts'

import { Email, User } from '../contract.ts'
import { digestPaces } from '../digest-pace.ts'
import { NewPassword, Password } from '../passwords.ts'
import { preferenceSlugs } from '../preferences.ts'
import { CompanyUrl, FirstName, LastName } from '../profile.ts'
import { isTimeZone } from '../time-zone.ts'
import { OccupationBody, VerticalSlugs } from './profile-contract.ts'

/** Whatever stands in a link's address: what it is not, the answer tells. */
const TokenParam = z.object({ token: z.string().check(z.maxLength(200)) })

const isRepeated = ({ password, password_confirm }: { password: string; password_confirm: string }) =>
  password === password_confirm
const repeated = { path: ['password_confirm'], error: 'Passwords do not match.' }
const Repeated = z.string('Passwords do not match.')

export const ForgotPasswordBody = z.object({ email: Email, captcha: CaptchaProof })

export const forgotPassword = endpoint('POST', '/auth/forgot-password', {
  summary: 'Mail a link for a new password, if the email has an account; the answer is the same if not',
  who: 'anyone',
  logs_success: 'password_reset_requested',
  per_minute: 10,
  body: ForgotPasswordBody,
  reply: z.null(),
})

export const getPasswordReset = endpoint('GET', '/auth/reset-password/:token', {
  summary: 'Whether a link for a new password still works: 404 unknown, 410 used or too old',
  who: 'anyone',
  per_minute: 60,
  params: TokenParam,
  reply: z.null(),
})

export const SetPasswordBody = z
  .object({ password: NewPassword, password_confirm: Repeated })
  .check(z.refine(isRepeated, repeated))

export const resetPassword = endpoint('PUT', '/auth/reset-password/:token', {
  summary: 'Use a link for a new password: works once, and ends every session',
  who: 'anyone',
  logs_success: 'password_reset',
  per_minute: 20,
  params: TokenParam,
  body: SetPasswordBody,
  reply: z.null(),
})

export const setPassword = endpoint('POST', '/user/password', {
  summary: 'The first password of an account that has none; ends the other sessions',
  who: 'signed_in',
  logs_success: 'password_changed',
  per_minute: 20,
  body: SetPasswordBody,
  reply: z.null(),
})

export const ChangePasswordBody = z
  .object({ current_password: Password, password: NewPassword, password_confirm: Repeated })
  .check(z.refine(isRepeated, repeated))

export const changePassword = endpoint('PUT', '/user/change/password', {
  summary: 'Another password; ends the other sessions',
  who: 'signed_in',
  logs_success: 'password_changed',
  per_minute: 20,
  body: ChangePasswordBody,
  reply: z.null(),
})

const PendingEmail = z.object({ email: z.string(), expires_at: z.string() })

export const getDetails = endpoint('GET', '/user/details', {
  summary: 'The email, whether there is a password, and the email that waits to be confirmed',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.object({
    email: z.string(),
    email_verified: z.boolean(),
    has_password: z.boolean(),
    pending_email: z.nullable(PendingEmail),
  }),
})

export const EmailChangeBody = z.object({ email: Email, password: Password })

export const requestEmailChange = endpoint('POST', '/user/email-change-request', {
  summary: 'Ask for another email: a link goes to it, and word to the one until now',
  who: 'signed_in',
  logs_success: 'email_change_requested',
  per_minute: 20,
  body: EmailChangeBody,
  reply: PendingEmail,
})

export const cancelEmailChange = endpoint('DELETE', '/user/email-change-request', {
  summary: 'Let the email that waits to be confirmed go',
  who: 'signed_in',
  reply: z.null(),
})

export const confirmEmail = endpoint('PUT', '/auth/email/:token', {
  summary:
    'Confirm another email by the link that went to it: works once. Where it is the first email that is confirmed, the password ends without a session of the account, and a token for a new one comes along',
  who: 'anyone',
  logs_success: 'email_changed',
  per_minute: 20,
  params: TokenParam,
  reply: z.object({ password_token: z.nullable(z.string()) }),
})

export const ProfileBody = z.object({ first_name: FirstName, last_name: LastName, company_url: CompanyUrl })

export const saveProfile = endpoint('PUT', '/user/profile', {
  summary: 'Name and company; with them, when given, what somebody does and makes: all of it is saved, or nothing',
  who: 'signed_in',
  masquerade: 'allowed',
  body: z.extend(ProfileBody, { occupation: z.optional(OccupationBody), verticals: z.optional(VerticalSlugs) }),
  reply: User,
})

export const Session = z.object({
  id: z.int(),
  /** "Firefox on macOS". */
  device: z.string(),
  address: z.string(),
  started_at: z.string(),
  /** To the minute. */
  last_seen_at: z.string(),
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint('GET', '/user/sessions', {
  summary: 'Where this account is signed in, this session first',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.array(Session),
})

export const endOtherSessions = endpoint('DELETE', '/user/sessions/others', {
  summary: 'Sign out everywhere but here',
  who: 'signed_in',
  reply: z.object({ ended: z.int() }),
})

export const endOneSession = endpoint('DELETE', '/user/sessions/:id', {
  summary: 'Sign out one other session',
  who: 'signed_in',
  logs_success: 'session_ended',
  params: IdParam,
  reply: z.null(),
})

const Preferences = z.array(z.enum(preferenceSlugs, 'Please choose from the list.'))
const Pace = z.enum(digestPaces, 'Please choose from the list.')
const TimeZone = z.string().check(z.refine(isTimeZone, 'Please choose a time zone from the list.'))

/** What is left out stays as it is. */
const PreferencesBody = z.object({ email_preferences: Preferences, digest_pace: z.optional(Pace) })
const Wanted = z.object({ email_preferences: Preferences, digest_pace: Pace })
/** null: no browser has told yet; digests then go by UTC. */
const WantedWhere = z.extend(Wanted, { time_zone: z.nullable(z.string()) })

export const getNotifications = endpoint('GET', '/user/profile/notifications', {
  summary: 'The mails that are wanted, how often news comes, and by which clock',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: WantedWhere,
})

export const saveNotifications = endpoint('PUT', '/user/profile/notifications', {
  summary: 'Exactly the mails that are wanted from now on, and how often news comes',
  who: 'signed_in',
  body: z.extend(PreferencesBody, { time_zone: z.optional(TimeZone) }),
  reply: WantedWhere,
})

export const getNotificationsByLink = endpoint('GET', '/user/notification-preferences/:token', {
  summary: 'The mails that are wanted, by the link that a mail carries',
  who: 'anyone',
  per_minute: 60,
  params: TokenParam,
  // The mail may have been passed on: its owner recognizes the email, nobody else learns it, nor where they are.
  reply: z.extend(Wanted, { email_hint: z.string() }),
})

export const saveNotificationsByLink = endpoint('PUT', '/user/notification-preferences/:token', {
  summary: 'Choose mails by the link that a mail carries',
  who: 'anyone',
  per_minute: 60,
  params: TokenParam,
  body: PreferencesBody,
  reply: Wanted,
})
