/** Endpoints with which editors create and edit filmmakers. */
import * as z from 'zod/mini'

import { FilmmakerAccount } from '#earnings/admin/contract.ts'
import { taxFormStates } from '#earnings/tax-form.ts'
import { StaffAuditEntry } from '#platform/audit/audit-log-contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { AvatarBody, UploadParameters } from '#platform/images/contract.ts'
import { webAddress } from '#platform/settings/fields.ts'
import { optionalText, requiredText } from '#platform/text.ts'

import { SlugField } from '../contract.ts'

const ACCESS = 'editors'

const StaffFilmmakerSummary = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  location: z.string(),
  avatar_url: z.nullable(z.string()),
  /** The number of all clips, and of those that buyers see. */
  clips: z.int(),
  published_clips: z.int(),
  /** null for staff who are no platform administrators. */
  tax_form: z.nullable(z.enum(taxFormStates)),
})
export type StaffFilmmakerSummary = z.infer<typeof StaffFilmmakerSummary>

const StaffFilmmaker = z.extend(StaffFilmmakerSummary, {
  bio: z.string(),
  links: z.array(z.string()),
  /** Sent with every save, so that nobody overwrites a version they have not seen. */
  version: z.int(),
  /** Earlier addresses, which redirect to this one. */
  former_slugs: z.array(z.string()),
  clips_by_state: z.object({ draft: z.int(), in_review: z.int(), published: z.int(), withdrawn: z.int() }),
  shoots: z.int(),
  /** People and money; null for staff who are no platform administrators. */
  account: z.nullable(FilmmakerAccount),
  /** The audit log of the filmmaker, newest first. */
  history: z.array(StaffAuditEntry),
})
export type StaffFilmmaker = z.infer<typeof StaffFilmmaker>

export const listStaffFilmmakers = endpoint('GET', '/admin/filmmakers', {
  summary: 'List filmmakers by name; search by name, location, address or number',
  who: ACCESS,
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
  }),
  reply: z.array(StaffFilmmakerSummary),
  meta: Pagination,
})

export const getStaffFilmmaker = endpoint('GET', '/admin/filmmakers/:id', {
  summary: 'Get a filmmaker with its clips by state, its earlier addresses and its history',
  who: ACCESS,
  params: IdParam,
  reply: StaffFilmmaker,
})

const fields = {
  name: requiredText('Name', 80),
  location: optionalText('Location', 120),
  bio: optionalText('Biography', 2_000),
}
export const CreateFilmmakerBody = z.object(fields)
export const createStaffFilmmaker = endpoint('POST', '/admin/filmmakers', {
  summary: 'Create a filmmaker, whose footage can be uploaded at once',
  who: ACCESS,
  body: CreateFilmmakerBody,
  reply: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
})

export const MAX_LINKS = 6
export const FilmmakerBody = z.object({
  ...fields,
  slug: SlugField,
  links: z
    .array(webAddress('A link'), 'Links are a list of web addresses.')
    .check(z.maxLength(MAX_LINKS, `Please choose the ${MAX_LINKS} most important links.`)),
  version: z.int32('The version you have seen is required.'),
})
export const updateStaffFilmmaker = endpoint('PUT', '/admin/filmmakers/:id', {
  summary: 'Change a filmmaker’s text, links and address; older addresses redirect to the new one',
  who: ACCESS,
  params: IdParam,
  refusals: [409],
  body: FilmmakerBody,
  reply: StaffFilmmaker,
})

export const getPortraitUpload = endpoint('GET', '/admin/filmmakers/:id/portrait/upload-parameters', {
  summary: 'Get the parameters and the target of a portrait’s upload to the image host',
  who: ACCESS,
  per_minute: 60,
  params: IdParam,
  reply: UploadParameters,
})

export const savePortrait = endpoint('PUT', '/admin/filmmakers/:id/portrait', {
  summary: 'Set a filmmaker’s portrait to an uploaded picture; null removes it',
  who: ACCESS,
  params: IdParam,
  body: AvatarBody,
  reply: StaffFilmmaker,
})

export const deleteStaffFilmmaker = endpoint('DELETE', '/admin/filmmakers/:id', {
  summary: 'Delete a filmmaker without clips',
  who: ACCESS,
  params: IdParam,
  refusals: [409],
  reply: z.object({ deleted: z.int() }),
})
