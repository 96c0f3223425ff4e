import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { idIn, numberIn } from '#platform/lists.ts'

const FeatureBanner = z.object({
  id: z.int(),
  title: z.string(),
  /** `{{keys}}` are shown as keys, `{{Meta}}` by its name on the keyboard of whoever looks. */
  description: z.string(),
  image_paths: z.object({ profile: z.object({ small: z.string(), medium: z.string() }) }),
  /** Paths on which it stays away. */
  exclude_on: z.array(z.string()),
  is_read: z.boolean(),
})
export type FeatureBanner = z.infer<typeof FeatureBanner>

/** Which one stood on the screen: a newer one may have taken its place meanwhile. Left out, it is the one that is shown now. */
const Seen = z.object({ id: z.optional(z.pipe(numberIn(), idIn())) })

export const getFeatureBanner = endpoint('GET', '/user/feature-banner', {
  summary: 'What is new and not dismissed yet; null when there is nothing',
  who: 'signed_in',
  reply: z.nullable(FeatureBanner),
})

export const readFeatureBanner = endpoint('POST', '/user/feature-banner/read', {
  summary: 'It was shown',
  who: 'signed_in',
  query: Seen,
  reply: z.null(),
})

export const dismissFeatureBanner = endpoint('POST', '/user/feature-banner/dismiss', {
  summary: 'It is not wanted again',
  who: 'signed_in',
  query: Seen,
  reply: z.null(),
})
