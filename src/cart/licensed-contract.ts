/** What somebody holds already, told before they license it once more. */
import * as z from 'zod/mini'

import { media } from '#licensing/held.ts'
import { org_types } from '#licensing/terms.ts'
import { endpoint } from '#platform/endpoint.ts'

import { most_items } from './contract.ts'

/** A license of the workspace that is in force, to be held against what is about to be licensed. */
export const Licensed = z.object({
  license_id: z.int(),
  clip_id: z.int(),
  format_id: z.int(),
  /** The number of the order that it came with. */
  order: z.string(),
  /** What it allows, in words. */
  sentence: z.string(),
  org_type: z.enum(org_types),
  end_client_size: z.int(),
  /** Empty: any client of that size and kind. */
  end_client: z.string(),
  /** What was agreed on besides, in words. */
  details: z.string(),
  grants: z.array(
    z.object({
      distribution_ids: z.array(z.int()),
      /** null: worldwide. */
      territory: z.nullable(z.string()),
      /** null: forever. */
      ends_at: z.nullable(z.string()),
      media: z.enum(media),
    }),
  ),
})

/** With whether a wider one can take its place. */
const HeldLicense = z.extend(Licensed, { can_upgrade: z.boolean() })
export type HeldLicense = z.infer<typeof HeldLicense>

export const getLicensed = endpoint('GET', '/v2/cart/licensed', {
  summary: 'What the workspace of whoever asks may do with clips already; nothing for guests',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({
    /** "412,413" */
    clips: z
      .string('Choose a clip')
      .check(z.regex(/^\d{1,9}(,\d{1,9}){0,499}$/, `Name at most ${most_items} clips by their numbers.`)),
  }),
  reply: z.array(HeldLicense),
})
