/** The license register of a workspace: every license with its use, client, place, term, order and certificate. */
import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { distributions, quoted_distribution } from '#licensing/terms.ts'
import { endpoint } from '#platform/endpoint.ts'
import { PageNumber, Pagination } from '#platform/lists.ts'

import { licenseStates } from './states.ts'

const Moment = z.iso.datetime()

const LicenseRow = z.object({
  id: z.int(),
  state: z.enum(licenseStates),
  /** Why it is on hold or was taken back: "Refunded". Empty otherwise. */
  why: z.string(),
  clip: z.object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    filmmaker: z.string(),
    format: z.string(),
    is_published: z.boolean(),
    thumbs: z.array(Picture),
  }),
  /** "Web & Social and Broadcast TV" */
  use: z.string(),
  /** "Commercial · 2–50 people", after the end client of a preferred rate. */
  client: z.string(),
  /** The license in one sentence. */
  sentence: z.string(),
  /** The name of the preferred rate that it stands under. */
  rate: z.nullable(z.string()),
  project: z.nullable(z.object({ client_name: z.string(), project_name: z.string() })),
  territory: z.string(),
  /** "Perpetual", "1 year" */
  term: z.string(),
  from: Moment,
  /** null: no end. */
  until: z.nullable(Moment),
  order: z.string(),
  bought_by: z.string(),
  /** The order of the license that took its place. */
  newer: z.nullable(z.string()),
  /** Whether a wider license can take its place, for what that costs more. */
  can_upgrade: z.boolean(),
  /** Why not, in short, where its state does not say it; empty otherwise. */
  no_upgrade: z.string(),
  has_certificate: z.boolean(),
})
export type LicenseRow = z.infer<typeof LicenseRow>

export const registerSorts = ['newest', 'oldest', 'clip', 'project', 'ends'] as const
export type RegisterSort = (typeof registerSorts)[number]

/** Every use that there is, as the filter offers them. */
export const useIds: readonly number[] = [...distributions.map(({ id }) => id), quoted_distribution]

/** A day that the calendar has, in a century that licenses are of. */
export const isDay = (text: string): boolean =>
  /^(?:19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true
const Day = z.string().check(z.refine(isDay, 'Give a day as 2026-03-31.'))

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
  /** The number of a project, or `none`. */
  project: z.optional(z.string().check(z.regex(/^(none|[1-9]\d{0,8})$/, 'Choose a project from the list.'))),
  /** Licenses that end on this day or later, and on that day or before. */
  ends_from: z.optional(Day),
  ends_to: z.optional(Day),
  sort: z.optional(z.enum(registerSorts, 'Choose newest, oldest, clip, project or ends.')),
}

export const getRegister = endpoint('GET', '/workspace/licenses/register', {
  summary: 'The workspace’s licenses: clip, use, client, territory, term, order, state',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ ...RegisterFilters, page: z.optional(PageNumber) }),
  reply: z.array(LicenseRow),
  meta: z.extend(Pagination, {
    /** What licenses were given to, the latest first. */
    projects: z.array(z.object({ id: z.int(), client_name: z.string(), project_name: z.string() })),
  }),
})

/** Where what is filtered comes as CSV. */
export const register_csv_path = '/api/workspace/licenses/register.csv'
