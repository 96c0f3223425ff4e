/** A workspace's license register: every license with its use, client, territory, term, order and certificate. */
import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { distributions, BUYOUT_DISTRIBUTION_ID } from '#licensing/terms.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { PageNumber, Pagination } from '#platform/http/lists.ts'

import { licenseStates } from '../in-force.ts'

const Timestamp = z.iso.datetime()

const RegisteredLicense = z.object({
  id: z.int(),
  state: z.enum(licenseStates),
  /** Why it is on hold or was revoked, for example "Refunded"; otherwise empty. */
  why: z.string(),
  clip: z.object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    filmmaker: z.string(),
    format: z.string(),
    is_published: z.boolean(),
    /** Whether it was sold for editorial use only. */
    is_editorial: z.boolean(),
    thumbs: z.array(Picture),
  }),
  /** For example "Web & Social and Broadcast TV". */
  use: z.string(),
  /** For example "Commercial · 2–50 people", after the end client of a preferred rate. */
  client: z.string(),
  /** The license in one sentence. */
  sentence: z.string(),
  /** The name of the preferred rate that it was sold under. */
  rate: z.nullable(z.string()),
  project: z.nullable(z.object({ client_name: z.string(), project_name: z.string() })),
  territory: z.string(),
  /** For example "Perpetual" or "1 year". */
  term: z.string(),
  from: Timestamp,
  /** null: perpetual. */
  until: z.nullable(Timestamp),
  order: z.string(),
  /** Whether another system sold it: `order` is the number there, and has no page here. */
  is_imported: z.boolean(),
  buyer_name: z.string(),
  /** The order of the license that superseded it. */
  newer: z.nullable(z.string()),
  /** Whether it can be upgraded to a wider license for the difference in price. */
  can_upgrade: z.boolean(),
  /** The reason in short, where its state does not show it; otherwise empty. */
  no_upgrade: z.string(),
  has_certificate: z.boolean(),
})
export type RegisteredLicense = z.infer<typeof RegisteredLicense>

export const registerSorts = ['newest', 'oldest', 'clip', 'project', 'ends'] as const
export type RegisterSort = (typeof registerSorts)[number]

/** Every use, as the filter offers them. */
export const useIds: readonly number[] = [...distributions.map(({ id }) => id), BUYOUT_DISTRIBUTION_ID]

/** Whether the text is a valid calendar day between 1900 and 2199. */
export const isDay = (text: string): boolean =>
  /^(?:19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true
const CalendarDay = z.string().check(z.refine(isDay, 'Give a day as 2026-03-31.'))

export const RegisterFilters = {
  search: z.optional(
    z
      .string()
      .check(
        z.maxLength(200, 'Please search for fewer words.'),
        z.regex(/^[^\0]*$/, 'Please type letters and digits.'),
      ),
  ),
  use: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]$/, 'Choose a use from the list.')),
      z.transform(text => Number(text)),
    ),
  ),
  state: z.optional(z.enum(licenseStates, 'Choose a state from the list.')),
  /** A project's id, or `none`. */
  project: z.optional(z.string().check(z.regex(/^(none|[1-9]\d{0,8})$/, 'Choose a project from the list.'))),
  /** Filters by the day that the license ends, both ends included. */
  ends_from: z.optional(CalendarDay),
  ends_to: z.optional(CalendarDay),
  sort: z.optional(z.enum(registerSorts, 'Choose newest, oldest, clip, project or ends.')),
}

export const getRegister = endpoint('GET', '/workspace/licenses/register', {
  summary: 'List the workspace’s licenses: clip, use, client, territory, term, order, state',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ ...RegisterFilters, page: z.optional(PageNumber) }),
  reply: z.array(RegisteredLicense),
  meta: z.extend(Pagination, {
    /** Projects that licenses are assigned to, the newest first. */
    projects: z.array(z.object({ id: z.int(), client_name: z.string(), project_name: z.string() })),
  }),
})

/** The path of the filtered register as CSV. */
export const REGISTER_CSV_PATH = '/api/workspace/licenses/register.csv'
