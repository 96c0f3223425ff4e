/** Endpoints with which staff create, start, end and follow feature banners. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { UploadParameters } from '#platform/images/contract.ts'
import { ReasonBody, optionalText, requiredText } from '#platform/text.ts'

import { bannerAudiences, bannerStates, isPath } from '../banner.ts'

const ACCESS = 'platform_admins'

const BannerSummary = z.object({
  id: z.int(),
  title: z.string(),
  state: z.enum(bannerStates),
  audience: z.enum(bannerAudiences),
  /** Null in a draft without a planned start. */
  starts_at: z.nullable(z.string()),
  /** The first moment at which the banner is no longer shown; null until a staff member ends it. */
  ends_at: z.nullable(z.string()),
  /** The number of people who saw it and who dismissed it. */
  read: z.int(),
  dismissed: z.int(),
  /** The newer banner that hides this running one. */
  behind: z.nullable(z.object({ id: z.int(), title: z.string() })),
  image_paths: z.nullable(z.object({ small: z.string(), medium: z.string() })),
})
export type BannerSummary = z.infer<typeof BannerSummary>

const StaffBanner = z.extend(BannerSummary, {
  description: z.string(),
  touch_description: z.string(),
  exclude_on: z.array(z.string()),
  /** Sent with every save and start, so that nobody overwrites or starts a version they have not seen. */
  version: z.int(),
})
export type StaffBanner = z.infer<typeof StaffBanner>

export const listStaffBanners = endpoint('GET', '/admin/banners', {
  summary: 'Search feature banners, newest first, with the number of people who saw and dismissed each',
  who: ACCESS,
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    state: z.optional(z.enum(bannerStates)),
  }),
  reply: z.array(BannerSummary),
  meta: Pagination,
})

export const getStaffBanner = endpoint('GET', '/admin/banners/:id', {
  summary: 'Get a feature banner in any state',
  who: ACCESS,
  params: IdParam,
  reply: StaffBanner,
})

export const getBannerUpload = endpoint('GET', '/admin/banner-picture/upload-parameters', {
  summary: 'Get the parameters and the target of a banner picture’s upload to the image host',
  who: ACCESS,
  per_minute: 60,
  reply: UploadParameters,
})

const BannerTimestamp = z.iso.datetime('Choose a day.')
const MAX_PATHS = 50
export const PATH_MESSAGE = 'Enter each page as a path, such as /clips.'
const bannerFields = {
  title: requiredText('Title', 120),
  /** Each `{{key}}` is shown as a key. */
  description: requiredText('Description', 600),
  /** For devices without a keyboard. */
  touch_description: optionalText('Text for touch screens', 600),
  exclude_on: z.array(z.string(PATH_MESSAGE)).check(
    z.maxLength(MAX_PATHS, `At most ${MAX_PATHS} pages.`),
    z.refine(paths => paths.every(isPath), PATH_MESSAGE),
  ),
  ends_at: z.nullable(BannerTimestamp),
  /** The image host's id of a new picture. Without it, the previous picture stays. */
  picture_public_id: z.optional(
    z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(200),
        z.regex(/^[\w/-]*$/, 'We do not have this image anymore. Please choose it again.'),
      ),
  ),
}
const audience = z.enum(bannerAudiences, 'Choose who sees it.')
const starts_at = z.nullable(BannerTimestamp)

export const createStaffBanner = endpoint('POST', '/admin/banners', {
  summary: 'Create a feature banner as a draft, which is not shown yet',
  who: ACCESS,
  body: z.object({ ...bannerFields, audience, starts_at }),
  reply: StaffBanner,
})

const version = z.int32('Enter the version that you have seen.')
export const changeStaffBanner = endpoint('PUT', '/admin/banners/:id', {
  summary: 'Change a feature banner that has not ended; the audience and the start only while it is a draft',
  who: ACCESS,
  params: IdParam,
  body: z.object({ ...bannerFields, audience: z.optional(audience), starts_at: z.optional(starts_at), version }),
  reply: StaffBanner,
})

export const startStaffBanner = endpoint('POST', '/admin/banners/:id/start', {
  summary: 'Show a feature banner from its first day, or at once, in place of the previous one',
  who: ACCESS,
  params: IdParam,
  body: z.object({ version }),
  reply: StaffBanner,
})

export const unplanStaffBanner = endpoint('POST', '/admin/banners/:id/take-back', {
  summary: 'Turn a planned feature banner back into a draft',
  who: ACCESS,
  params: IdParam,
  reply: StaffBanner,
})

export const endStaffBanner = endpoint('POST', '/admin/banners/:id/end', {
  summary: 'End a feature banner permanently',
  who: ACCESS,
  params: IdParam,
  body: ReasonBody,
  reply: StaffBanner,
})

export const deleteStaffBanner = endpoint('DELETE', '/admin/banners/:id', {
  summary: 'Delete a feature banner that is a draft',
  who: ACCESS,
  params: IdParam,
  reply: z.null(),
})
