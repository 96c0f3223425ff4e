import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { idField, numberParam } from '#platform/http/lists.ts'

const FeatureBanner = z.object({
  id: z.int(),
  title: z.string(),
  /** `{{keys}}` are shown as keys, `{{Meta}}` by its name on the user's keyboard. */
  description: z.string(),
  /** The text for devices without a keyboard; empty if there is none. */
  touch_description: z.string(),
  image_paths: z.object({ profile: z.object({ small: z.string(), medium: z.string() }) }),
  /** Paths that hide it. */
  exclude_on: z.array(z.string()),
  is_read: z.boolean(),
})
export type FeatureBanner = z.infer<typeof FeatureBanner>

/** The banner that was on the screen, because a newer one may have replaced it since. Without it, the current one. */
const ShownBannerQuery = z.object({ id: z.optional(z.pipe(numberParam(), idField())) })

export const getFeatureBanner = endpoint('GET', '/user/feature-banner', {
  summary: 'Get the current feature banner, unless the user has dismissed it; null if there is none',
  who: 'signed_in',
  reply: z.nullable(FeatureBanner),
})

export const readFeatureBanner = endpoint('POST', '/user/feature-banner/read', {
  summary: 'Mark the feature banner as read',
  who: 'signed_in',
  query: ShownBannerQuery,
  reply: z.null(),
})

export const dismissFeatureBanner = endpoint('POST', '/user/feature-banner/dismiss', {
  summary: 'Dismiss the feature banner',
  who: 'signed_in',
  query: ShownBannerQuery,
  reply: z.null(),
})
