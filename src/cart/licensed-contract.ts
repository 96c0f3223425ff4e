/** The endpoint for the licenses that the workspace already has for a set of clips. */
import * as z from 'zod/mini'

import { mediaScopes } from '#licensing/license-use.ts'
import { orgTypeIds } from '#licensing/terms.ts'
import { endpoint } from '#platform/http/endpoint.ts'

import { MAX_CART_ITEMS } from './contract.ts'

/** An active license of the workspace, to compare with a new one. */
export const ExistingLicense = z.object({
  license_id: z.int(),
  clip_id: z.int(),
  format_id: z.int(),
  /** The number of the order that included it. */
  order: z.string(),
  /** The license as a sentence. */
  sentence: z.string(),
  org_type: z.enum(orgTypeIds),
  end_client_size: z.int(),
  /** Empty: any client of that size and type. */
  end_client: z.string(),
  /** Additional agreed terms, as text. */
  details: z.string(),
  grants: z.array(
    z.object({
      distribution_ids: z.array(z.int()),
      /** null: worldwide. */
      territory: z.nullable(z.string()),
      /** null: forever. */
      ends_at: z.nullable(z.string()),
      media: z.enum(mediaScopes),
    }),
  ),
})

/** Also says whether a wider license can replace it. */
const ExistingLicenseWithUpgrade = z.extend(ExistingLicense, { can_upgrade: z.boolean() })
export type ExistingLicenseWithUpgrade = z.infer<typeof ExistingLicenseWithUpgrade>

export const getLicensed = endpoint('GET', '/v2/cart/licensed', {
  summary: 'List the active licenses of the caller’s workspace for clips; empty for guests',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({
    /** "412,413" */
    clips: z
      .string('Choose a clip')
      .check(z.regex(/^\d{1,9}(,\d{1,9}){0,499}$/, `Request at most ${MAX_CART_ITEMS} clips by id.`)),
  }),
  reply: z.array(ExistingLicenseWithUpgrade),
})
