/** Endpoints for filmmakers in the admin: their balances and the people who manage their footage. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, numberParam } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'

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

export const LinkPersonBody = z.object({
  email: z
    .string('Email is required')
    .check(
      z.trim(),
      z.minLength(1, 'Email is required'),
      z.email('This is not an email address.'),
      z.maxLength(254, 'This address is too long.'),
    ),
})

export const linkPerson = endpoint('POST', '/admin/filmmakers/:id/people', {
  summary: 'Link a person to a filmmaker, which gives them the filmmaker role',
  who: 'platform_admins',
  params: IdParam,
  body: LinkPersonBody,
  reply: z.array(FilmmakerSummary),
})

export const unlinkPerson = endpoint('DELETE', '/admin/filmmakers/:id/people/:user_id', {
  summary: 'Unlink a person from a filmmaker',
  who: 'platform_admins',
  params: z.object({ id: numberParam(), user_id: numberParam() }),
  reply: z.array(FilmmakerSummary),
})
