/** Endpoints for filmmakers in the admin: their balances and the people who manage their footage. */
import * as z from 'zod/mini'

import { Email } from '#accounts/contract.ts'
import { Day } from '#platform/day.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, numberParam } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'
import { optionalText, ReasonBody } from '#platform/text.ts'

import { taxFormStates } from '../tax-form.ts'
import { TaxForm } from './tax-forms-contract.ts'

const FilmmakerSummary = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  clips: z.int(),
  earned: Money,
  /** Negative when more was refunded than earned since the last payout. */
  balance: Money,
  has_payee: z.boolean(),
  people: z.array(z.object({ id: z.int(), email: z.string() })),
})
export type FilmmakerSummary = z.infer<typeof FilmmakerSummary>

export const listFilmmakerBalances = endpoint('GET', '/admin/payouts/balances', {
  summary: 'List filmmakers with their balances and the people who manage their footage',
  who: 'platform_admins',
  reply: z.array(FilmmakerSummary),
})

export const FilmmakerPeople = z.object({
  people: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      linked_at: z.string(),
      /** The email of the staff member who invited them; null when unknown. */
      linked_by: z.nullable(z.string()),
    }),
  ),
  /** Pending ones, newest first. */
  invites: z.array(
    z.object({
      id: z.int(),
      email: z.string(),
      invited_by: z.string(),
      expires_at: z.string(),
      is_expired: z.boolean(),
    }),
  ),
})
export type FilmmakerPeople = z.infer<typeof FilmmakerPeople>

export const FilmmakerShares = z.object({
  /** The share now, and that of filmmakers without their own: 5000 is a half. */
  basis_points: z.int(),
  standard_basis_points: z.int(),
  /** The last change, which the next one names: nobody overwrites a change that they have not seen. 0 for none. */
  last_id: z.int(),
  /** The latest start first. */
  versions: z.array(
    z.object({
      starts_on: z.string(),
      /** null: the standard share. */
      basis_points: z.nullable(z.int()),
      state: z.enum(['planned', 'current', 'past']),
      set_by: z.string(),
      set_at: z.string(),
    }),
  ),
})
export type FilmmakerShares = z.infer<typeof FilmmakerShares>

export const FilmmakerAccount = z.extend(FilmmakerPeople, {
  shares: FilmmakerShares,
  tax_form: z.enum(taxFormStates),
  tax_forms: z.array(TaxForm),
  earned: Money,
  /** Negative when more was refunded than earned since the last payout. */
  balance: Money,
  has_payee: z.boolean(),
})
export type FilmmakerAccount = z.infer<typeof FilmmakerAccount>

export const InvitePersonBody = z.object({ email: Email })
export const inviteToFilmmaker = endpoint('POST', '/admin/filmmakers/:id/invites', {
  summary: 'Invite somebody to a filmmaker’s portal: mails a link that works for seven days',
  who: 'platform_admins',
  per_minute: 20,
  params: IdParam,
  body: InvitePersonBody,
  reply: FilmmakerPeople,
  refusals: [409],
})

const InviteParams = z.object({ id: numberParam(), invite_id: numberParam() })

export const resendFilmmakerInvite = endpoint('POST', '/admin/filmmakers/:id/invites/:invite_id/mail', {
  summary: 'Mail a new link for an invite to a filmmaker; the one before stops working',
  who: 'platform_admins',
  per_minute: 20,
  params: InviteParams,
  reply: FilmmakerPeople,
})

export const revokeFilmmakerInvite = endpoint('DELETE', '/admin/filmmakers/:id/invites/:invite_id', {
  summary: 'Revoke a pending invite to a filmmaker',
  who: 'platform_admins',
  params: InviteParams,
  reply: FilmmakerPeople,
})

export const removePerson = endpoint('POST', '/admin/filmmakers/:id/people/:user_id/remove', {
  summary: 'Remove a person’s access to a filmmaker, with a reason',
  who: 'platform_admins',
  params: z.object({ id: numberParam(), user_id: numberParam() }),
  body: ReasonBody,
  reply: FilmmakerPeople,
})

const LastShareId = z.int32('The last change you have seen is required.').check(z.nonnegative())

export const planShare = endpoint('POST', '/admin/filmmakers/:id/shares', {
  summary: 'Plan a filmmaker’s share of licenses from a day on; null is the standard share. Past sales keep theirs',
  who: 'platform_admins',
  params: IdParam,
  body: z.object({
    basis_points: z.nullable(
      z
        .int('A share is in whole basis points.')
        .check(z.nonnegative('A share cannot be negative.'), z.maximum(10_000, 'A share is at most 100%.')),
    ),
    starts_on: Day,
    last_id: LastShareId,
    reason: optionalText('Note', 500),
  }),
  reply: FilmmakerShares,
  refusals: [409],
})

export const withdrawShare = endpoint('POST', '/admin/filmmakers/:id/shares/:starts_on/withdraw', {
  summary: 'Take back the share that is planned from a day on',
  who: 'platform_admins',
  params: z.object({ id: numberParam(), starts_on: Day }),
  body: z.object({ last_id: LastShareId, reason: optionalText('Note', 500) }),
  reply: FilmmakerShares,
  refusals: [409],
})
