/** The shape of a license choice on the wire. Apart from its rules, because every page needs those and only forms and doors this. */
import * as z from 'zod/mini'

import { distributions, endClientSizes, org_types } from './terms.ts'

const isSold = (id: number) => distributions.some(one => one.id === id)

export const DistributionIds = z
  .array(z.int().check(z.refine(isSold, 'Choose a distribution from the list')), 'Choose at least one distribution')
  .check(z.minLength(1, 'Choose at least one distribution'))
export const EndClientSize = z
  .int('Choose the size of the end client')
  .check(z.refine(size => endClientSizes.some(one => one.id === size), 'Choose the size of the end client'))
export const FormatId = z.int('Choose a format').check(z.refine(id => id >= 1 && id <= 4, 'Choose a format'))

/** A license, without the clip and its format: items with the same one stand in the same license group. */
export const LicenseChoice = z.object({
  org_type: z.enum(org_types, 'Choose personal, commercial or non-profit'),
  end_client_size: EndClientSize,
  /** Sorted, without repeats, once it has been through `tidyChoice`. */
  distribution_ids: DistributionIds,
})
export type LicenseChoice = z.infer<typeof LicenseChoice>

export const ChoiceWithFormat = z.extend(LicenseChoice, { format_id: FormatId })
export type ChoiceWithFormat = z.infer<typeof ChoiceWithFormat>
