import { getContentVersion } from '#content/contract.ts'
import { useCall } from '#platform/http/query.ts'

/** The version of the license terms that the page shows and the buyer accepts; undefined while it loads. */
export const useTermsVersion = (): number | undefined =>
  useCall(getContentVersion, { params: { slug: 'license-terms' } }).data?.data.id
