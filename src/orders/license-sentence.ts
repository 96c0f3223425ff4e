import { groupId, choiceSentence } from '#licensing/choice.ts'
import { formatRate, type SoldRate } from '#licensing/rate.ts'
import type { OrgType } from '#licensing/terms.ts'

/** The license of an order line, as its columns store it. */
export type LicenseColumns = {
  org_type: OrgType
  end_client_size: number
  distribution_ids: number[]
  /** The preferred rate that the line was sold under. */
  rate: SoldRate | null
}

/** Describes a license, for example "Web & Social, for a client with 2–50 people, worldwide, forever". */
export const describeLicense = ({ org_type, end_client_size, distribution_ids, rate }: LicenseColumns): string =>
  rate
    ? `Preferred rate “${rate.name}”: ${formatRate(rate)}`
    : choiceSentence({ org_type, end_client_size, distribution_ids })

/** Returns a key that is equal for lines under the same license. */
export const getLicenseKey = ({ org_type, end_client_size, distribution_ids, rate }: LicenseColumns): string =>
  `${groupId({ org_type, end_client_size, distribution_ids })} ${rate?.id ?? ''}`
