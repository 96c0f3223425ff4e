/** Filmmakers as our people see them: what is owed to them, and who looks after their footage. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { IdParam, numberIn } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'

const FilmmakerRow = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  clips: z.int(),
  earned: Money,
  /** Below nothing when more was given back than earned since the last payout. */
  balance: Money,
  has_payee: z.boolean(),
  people: z.array(z.object({ id: z.int(), email: z.string() })),
})
export type FilmmakerRow = z.infer<typeof FilmmakerRow>

export const listStaffFilmmakers = endpoint('GET', '/admin/filmmakers', {
  summary: 'Every filmmaker with what is owed to them and who looks after their footage',
  who: 'platform_admins',
  reply: z.array(FilmmakerRow),
})

export const LinkBody = z.object({
  email: z
    .string('Email is required')
    .check(
      z.trim(),
      z.minLength(1, 'Email is required'),
      z.email('This is no e-mail address.'),
      z.maxLength(254, 'This address is too long.'),
    ),
})

export const linkPerson = endpoint('POST', '/admin/filmmakers/:id/people', {
  summary: 'Let somebody look after a filmmaker: they become a filmmaker on the platform',
  who: 'platform_admins',
  params: IdParam,
  body: LinkBody,
  reply: z.array(FilmmakerRow),
})

export const unlinkPerson = endpoint('DELETE', '/admin/filmmakers/:id/people/:user_id', {
  summary: 'Take that back',
  who: 'platform_admins',
  params: z.object({ id: numberIn(), user_id: numberIn() }),
  reply: z.array(FilmmakerRow),
})
