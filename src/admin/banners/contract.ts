/** Feature banners as our people make, start, end and follow them. */
import * as z from 'zod/mini'

import { audiences, bannerStates, isPath } from '#notifications/banner.ts'
import { endpoint } from '#platform/endpoint.ts'
import { UploadParameters } from '#platform/images/contract.ts'
import { IdParam, PageNumber, Pagination } from '#platform/lists.ts'
import { requiredText } from '#platform/text.ts'

import { ReasonBody } from '../contract.ts'

const who = 'platform_admins'

const BannerRow = z.object({
  id: z.int(),
  title: z.string(),
  state: z.enum(bannerStates),
  audience: z.enum(audiences),
  /** Null in a draft that begins as soon as it is started. */
  starts_at: z.nullable(z.string()),
  /** The first moment at which it is no longer there; null until one of us ends it. */
  ends_at: z.nullable(z.string()),
  /** How many people saw it, and how many of them dismissed it. */
  read: z.int(),
  dismissed: z.int(),
  /** It runs, and nobody sees it: a newer one stands in its place. */
  behind: z.nullable(z.object({ id: z.int(), title: z.string() })),
  image_paths: z.nullable(z.object({ small: z.string(), medium: z.string() })),
})
export type BannerRow = z.infer<typeof BannerRow>

const StaffBanner = z.extend(BannerRow, {
  description: z.string(),
  exclude_on: z.array(z.string()),
  /** Goes with what is saved or started, so that nobody overwrites or starts what they have not seen. */
  version: z.int(),
})
export type StaffBanner = z.infer<typeof StaffBanner>

export const listStaffBanners = endpoint('GET', '/admin/banners', {
  summary: 'Feature banners by a part of their words, newest first, with who saw and dismissed each',
  who,
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    state: z.optional(z.enum(bannerStates)),
  }),
  reply: z.array(BannerRow),
  meta: Pagination,
})

export const getStaffBanner = endpoint('GET', '/admin/banners/:id', {
  summary: 'A feature banner, whatever its state',
  who,
  params: IdParam,
  reply: StaffBanner,
})

export const getBannerUpload = endpoint('GET', '/admin/banner-picture/upload-parameters', {
  summary: 'What an upload of a banner’s picture to the image host carries, and where it goes',
  who,
  per_minute: 60,
  reply: UploadParameters,
})

const Moment = z.iso.datetime('Choose a day.')
const most_paths = 50
export const path_text = 'A page is named by its path, such as /clips.'
const facts = {
  title: requiredText('Title', 120),
  /** `{{keys}}` are shown as keys. */
  description: requiredText('Description', 600),
  exclude_on: z.array(z.string(path_text)).check(
    z.maxLength(most_paths, `At most ${most_paths} pages.`),
    z.refine(paths => paths.every(isPath), path_text),
  ),
  ends_at: z.nullable(Moment),
  /** What the image host calls a new picture; left out, there is the one from before. */
  picture_public_id: z.optional(
    z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(200),
        z.regex(/^[\w/-]*$/, 'We do not have this image any more. Please choose it again.'),
      ),
  ),
}
const audience = z.enum(audiences, 'Choose who sees it.')
const starts_at = z.nullable(Moment)

export const makeStaffBanner = endpoint('POST', '/admin/banners', {
  summary: 'A new feature banner: a draft that nobody sees yet',
  who,
  body: z.object({ ...facts, audience, starts_at }),
  reply: StaffBanner,
})

const version = z.int32('Say which version you have seen.')
export const changeStaffBanner = endpoint('PUT', '/admin/banners/:id', {
  summary: 'Change a feature banner that has not ended; for whom and from when only while it is a draft',
  who,
  params: IdParam,
  body: z.object({ ...facts, audience: z.optional(audience), starts_at: z.optional(starts_at), version }),
  reply: StaffBanner,
})

export const startStaffBanner = endpoint('POST', '/admin/banners/:id/start', {
  summary: 'Show it to people from its first day on, or at once; it takes the place of the one before',
  who,
  params: IdParam,
  body: z.object({ version }),
  reply: StaffBanner,
})

export const takeStaffBannerBack = endpoint('POST', '/admin/banners/:id/take-back', {
  summary: 'Make a feature banner that has not begun a draft again',
  who,
  params: IdParam,
  reply: StaffBanner,
})

export const endStaffBanner = endpoint('POST', '/admin/banners/:id/end', {
  summary: 'End a feature banner for good: nobody who asks from now on sees it',
  who,
  params: IdParam,
  body: ReasonBody,
  reply: StaffBanner,
})

export const deleteStaffBanner = endpoint('DELETE', '/admin/banners/:id', {
  summary: 'Delete a draft that nobody ever saw',
  who,
  params: IdParam,
  reply: z.null(),
})
