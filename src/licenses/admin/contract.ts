/** Staff endpoints for licenses that another system sold: their list, corrections and revocation. */
import * as z from 'zod/mini'

import { EndClientSize } from '#licensing/choice-schema.ts'
import { BUYOUT_DISTRIBUTION_ID, distributions, orgTypeIds } from '#licensing/terms.ts'
import { Day } from '#platform/day.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { optionalText, requiredText } from '#platform/text.ts'

import { licenseStates } from '../in-force.ts'

const CHOOSE_USE_TEXT = 'Choose at least one use'
const soldUses: readonly number[] = [...distributions.map(({ id }) => id), BUYOUT_DISTRIBUTION_ID]

const Reason = requiredText('Reason', 500, 'The reason is too long.')

/** What staff can correct. Another clip, file, date or person is another license. */
const CorrectionBody = z
  .object({
    /** The number of the order in the system that sold it. */
    order: requiredText('Order', 100),
    org_type: z.enum(orgTypeIds, 'Choose personal, commercial or non-profit'),
    end_client_size: EndClientSize,
    distribution_ids: z.array(z.int(CHOOSE_USE_TEXT), CHOOSE_USE_TEXT).check(
      z.minLength(1, CHOOSE_USE_TEXT),
      z.refine(ids => ids.every(id => soldUses.includes(id)), CHOOSE_USE_TEXT),
    ),
    /** The first day on which it is no longer in force, in UTC; null: perpetual. */
    ends_on: z.nullable(Day),
    /** Empty when worldwide. */
    territory: optionalText('Territory', 200),
    /** The company that it was sold to; empty: the person. */
    company: optionalText('Company', 255),
    client_name: optionalText('Client name', 255),
    project_name: optionalText('Project name', 255),
    reason: Reason,
  })
  .check(
    z.refine(({ client_name, project_name }) => (client_name === '') === (project_name === ''), {
      path: ['project_name'],
      error: 'A project has both a client and a name.',
    }),
  )
export type LicenseCorrection = Omit<z.output<typeof CorrectionBody>, 'reason'>

export const ImportedLicense = z.object({
  id: z.int(),
  clip: z.object({ id: z.int(), name: z.string(), format: z.string() }),
  /** "Web & Social, for a client with 2–50 people, worldwide, forever". */
  sentence: z.string(),
  state: z.enum(licenseStates),
  is_revoked: z.boolean(),
  granted_at: z.string(),
  /** The fields that can be corrected, as they are now. */
  fields: z.object({
    order: z.string(),
    org_type: z.enum(orgTypeIds),
    end_client_size: z.int(),
    distribution_ids: z.array(z.int()),
    ends_on: z.nullable(z.string()),
    territory: z.string(),
    company: z.string(),
    client_name: z.string(),
    project_name: z.string(),
  }),
})
export type ImportedLicense = z.infer<typeof ImportedLicense>

export const listImportedLicenses = endpoint('GET', '/admin/workspaces/:id/imported-licenses', {
  summary: 'List the licenses of a workspace that another system sold, the last import first',
  who: 'staff',
  params: IdParam,
  query: z.object({ page: z.optional(PageNumber) }),
  reply: z.array(ImportedLicense),
  meta: Pagination,
})

export const correctImportedLicense = endpoint('PUT', '/admin/imported-licenses/:id', {
  summary:
    'Correct a license that another system sold. Its certificate is issued again, and the old one no longer verifies',
  who: 'platform_admins',
  params: IdParam,
  body: CorrectionBody,
  reply: ImportedLicense,
})

export const revokeImportedLicense = endpoint('PUT', '/admin/imported-licenses/:id/revocation', {
  summary: 'Revoke a license that another system sold, or bring it back',
  who: 'platform_admins',
  params: IdParam,
  body: z.object({ is_revoked: z.boolean('Choose on or off.'), reason: Reason }),
  reply: ImportedLicense,
})
