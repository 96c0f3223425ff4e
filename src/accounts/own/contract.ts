/** Endpoints of the user's own account: password, email, profile, sessions, notifications. */
import * as z from 'zod/mini'

import { CaptchaProof } from '#platform/captcha/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, numberParam } from '#platform/http/lists.ts'

import { Email, User } from '../contract.ts'
import { digestPaces } from '../digest-pace.ts'
import { NewPassword, Password } from '../passwords.ts'
import { preferenceSlugs } from '../preferences.ts'
import { CompanyUrl, FirstName, LastName } from '../profile.ts'
import { isTimeZone } from '../time-zone.ts'
import { OccupationBody, VerticalSlugs } from './profile-contract.ts'

/** The token of a link. The handler rejects invalid ones. */
const TokenParam = z.object({ token: z.string().check(z.maxLength(200)) })

const passwordsMatch = ({ password, password_confirm }: { password: string; password_confirm: string }) =>
  password === password_confirm
const mismatchError = { path: ['password_confirm'], error: 'Passwords do not match.' }
const PasswordConfirm = z.string('Passwords do not match.')

export const ForgotPasswordBody = z.object({ email: Email, captcha: CaptchaProof })

export const forgotPassword = endpoint('POST', '/auth/forgot-password', {
  summary: 'Mail a password reset link if the email has an account; the response is the same if not',
  who: 'anyone',
  before_opening: 'allowed',
  logs_success: 'password_reset_requested',
  per_minute: 10,
  body: ForgotPasswordBody,
  reply: z.null(),
})

export const getPasswordReset = endpoint('GET', '/auth/reset-password/:token', {
  summary: 'Get whether a password reset link still works: 404 unknown, 410 used or expired',
  who: 'anyone',
  before_opening: 'allowed',
  per_minute: 60,
  params: TokenParam,
  reply: z.null(),
  refusals: [410],
})

export const SetPasswordBody = z
  .object({ password: NewPassword, password_confirm: PasswordConfirm })
  .check(z.refine(passwordsMatch, mismatchError))

export const resetPassword = endpoint('PUT', '/auth/reset-password/:token', {
  summary: 'Set a new password with a reset link: works once, and ends every session',
  who: 'anyone',
  before_opening: 'allowed',
  logs_success: 'password_reset',
  per_minute: 20,
  params: TokenParam,
  body: SetPasswordBody,
  reply: z.null(),
  refusals: [410],
})

export const setPassword = endpoint('POST', '/user/password', {
  summary: 'Set the first password of an account; ends the other sessions',
  who: 'signed_in',
  logs_success: 'password_changed',
  per_minute: 20,
  body: SetPasswordBody,
  reply: z.null(),
})

export const ChangePasswordBody = z
  .object({ current_password: Password, password: NewPassword, password_confirm: PasswordConfirm })
  .check(z.refine(passwordsMatch, mismatchError))

export const changePassword = endpoint('PUT', '/user/change/password', {
  summary: 'Change the password; ends the other sessions',
  who: 'signed_in',
  logs_success: 'password_changed',
  per_minute: 20,
  body: ChangePasswordBody,
  reply: z.null(),
})

const PendingEmail = z.object({ email: z.string(), expires_at: z.string() })

export const getDetails = endpoint('GET', '/user/details', {
  summary: 'Get the email, whether there is a password, and the pending email change',
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
  summary: 'Request an email change: mails a link to the new email and a notice to the current one',
  who: 'signed_in',
  logs_success: 'email_change_requested',
  per_minute: 20,
  body: EmailChangeBody,
  reply: PendingEmail,
})

export const cancelEmailChange = endpoint('DELETE', '/user/email-change-request', {
  summary: 'Cancel the pending email change',
  who: 'signed_in',
  reply: z.null(),
})

export const confirmEmail = endpoint('PUT', '/auth/email/:token', {
  summary:
    'Confirm an email change by the mailed link: works once. If it is the first confirmed email and the request has no session of the account, the password ends and the response contains a token for a new one',
  who: 'anyone',
  logs_success: 'email_changed',
  per_minute: 20,
  params: TokenParam,
  reply: z.object({ password_token: z.nullable(z.string()) }),
  refusals: [410],
})

export const ProfileBody = z.object({ first_name: FirstName, last_name: LastName, company_url: CompanyUrl })

export const saveProfile = endpoint('PUT', '/user/profile', {
  summary: 'Save name and company, and occupation and verticals if present: all or nothing',
  who: 'signed_in',
  masquerade: 'allowed',
  body: z.extend(ProfileBody, { occupation: z.optional(OccupationBody), verticals: z.optional(VerticalSlugs) }),
  reply: User,
})

export const Session = z.object({
  id: z.int(),
  /** A short name, such as "Firefox on macOS". */
  device: z.string(),
  address: z.string(),
  started_at: z.string(),
  /** Precise to the minute. */
  last_seen_at: z.string(),
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint('GET', '/user/sessions', {
  summary: 'List the sessions of this account, the current one first',
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
const DigestPaceField = z.enum(digestPaces, 'Please choose from the list.')
const TimeZoneName = z.string().check(z.refine(isTimeZone, 'Please choose a time zone from the list.'))

/** Omitted fields stay unchanged. */
const PreferencesBody = z.object({ email_preferences: Preferences, digest_pace: z.optional(DigestPaceField) })
const NotificationSettings = z.object({ email_preferences: Preferences, digest_pace: DigestPaceField })
/** `time_zone` is null until a browser reported one; digests then use UTC. */
const NotificationSettingsWithZone = z.extend(NotificationSettings, { time_zone: z.nullable(z.string()) })

export const getNotifications = endpoint('GET', '/user/profile/notifications', {
  summary: 'Get the email preferences, the digest frequency and the time zone',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: NotificationSettingsWithZone,
})

export const saveNotifications = endpoint('PUT', '/user/profile/notifications', {
  summary: 'Replace the email preferences and the digest frequency',
  who: 'signed_in',
  body: z.extend(PreferencesBody, {
    time_zone: z.optional(TimeZoneName),
    /** Where the user chooses, for the record of consents. */
    place: z._default(z.enum(['preferences', 'onboarding']), 'preferences'),
  }),
  reply: NotificationSettingsWithZone,
})

export const getNotificationsByLink = endpoint('GET', '/user/notification-preferences/:token', {
  summary: 'Get the email preferences by the link in a mail',
  who: 'anyone',
  per_minute: 60,
  params: TokenParam,
  // The mail may have been forwarded: the hint lets its owner recognize the email without revealing it or the time
  // zone.
  reply: z.extend(NotificationSettings, { email_hint: z.string() }),
})

export const saveNotificationsByLink = endpoint('PUT', '/user/notification-preferences/:token', {
  summary: 'Save the email preferences by the link in a mail',
  who: 'anyone',
  per_minute: 60,
  params: TokenParam,
  body: PreferencesBody,
  reply: NotificationSettings,
})

const UnsubscribeParams = z.object({ user_id: numberParam(), token: z.string().check(z.maxLength(200)) })
/** `email_hint` lets the mail's owner recognize the email without revealing it. `never` means unsubscribed. */
const Subscription = z.object({ email_hint: z.string(), digest_pace: DigestPaceField })

export const getSubscription = endpoint('GET', '/user/updates/:user_id/:token', {
  summary: 'Get whether updates are mailed, by the unsubscribe link in a mail',
  who: 'anyone',
  params: UnsubscribeParams,
  reply: Subscription,
  refusals: [404],
})

export const unsubscribe = endpoint('DELETE', '/user/updates/:user_id/:token', {
  summary: 'Turn off the mails about updates, by the unsubscribe link in a mail',
  who: 'anyone',
  open_to_suspended: true,
  before_opening: 'allowed',
  params: UnsubscribeParams,
  /** `page`: by the button of the link's page. Otherwise by a mail program, which shows a text of its own. */
  query: z.object({ by: z.optional(z.literal('page')) }),
  reply: Subscription,
  refusals: [404],
})

export const resubscribe = endpoint('PUT', '/user/updates/:user_id/:token', {
  summary: 'Turn the mails about updates on again, as often as before',
  who: 'anyone',
  open_to_suspended: true,
  before_opening: 'allowed',
  params: UnsubscribeParams,
  reply: Subscription,
  refusals: [404],
})
