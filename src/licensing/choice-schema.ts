/** The schema of a license choice. Separate from its rules, because every page loads those, but only forms and endpoints load Zod. */
import * as z from 'zod/mini'

import { distributions, endClientSizes, orgTypeIds } from './terms.ts'

const isDistribution = (id: number) => distributions.some(distribution => distribution.id === id)

export const DistributionIds = z
  .array(
    z.int().check(z.refine(isDistribution, 'Choose a distribution from the list')),
    'Choose at least one distribution',
  )
  .check(z.minLength(1, 'Choose at least one distribution'))
export const EndClientSize = z
  .int('Choose the size of the end client')
  .check(
    z.refine(size => endClientSizes.some(clientSize => clientSize.id === size), 'Choose the size of the end client'),
  )
export const FormatId = z.int('Choose a format').check(z.refine(id => id >= 1 && id <= 4, 'Choose a format'))

/** A license without clip and format. Items with the same one are in the same license group. */
export const LicenseChoice = z.object({
  org_type: z.enum(orgTypeIds, 'Choose personal, commercial or non-profit'),
  end_client_size: EndClientSize,
  /** Sorted and unique once normalized by `normalizeChoice`. */
  distribution_ids: DistributionIds,
})
export type LicenseChoice = z.infer<typeof LicenseChoice>

export const ChoiceWithFormat = z.extend(LicenseChoice, { format_id: FormatId })
export type ChoiceWithFormat = z.infer<typeof ChoiceWithFormat>
