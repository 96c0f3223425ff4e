import { groupId, sentence } from '#licensing/choice.ts'
import type { OrgType } from '#licensing/terms.ts'
import { rateSentence, type SoldRate } from '#rates/rate.ts'

/** The license of an order's line, as its columns keep it. */
export type LicenseColumns = {
  org_type: OrgType
  end_client_size: number
  distribution_ids: number[]
  /** The preferred rate that it stands under, as it was sold. */
  rate: SoldRate | null
}

/** "Web & Social, for a client with 2–50 people, worldwide, forever" */
export const licenseSentence = ({ org_type, end_client_size, distribution_ids, rate }: LicenseColumns): string =>
  rate
    ? `Preferred rate “${rate.name}”: ${rateSentence(rate)}`
    : sentence({ org_type, end_client_size, distribution_ids })

/** Equal for lines under the same license. */
export const sameLicense = ({ org_type, end_client_size, distribution_ids, rate }: LicenseColumns): string =>
  `${groupId({ org_type, end_client_size, distribution_ids })} ${rate?.id ?? ''}`
