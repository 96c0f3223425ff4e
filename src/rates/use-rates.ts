/** Hooks for the preferred rates that the signed-in user can choose when licensing clips. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'

import { useSession } from '#accounts/use-session.ts'
import type { UseGrant } from '#licensing/closed-uses.ts'
import type { ReplyOf } from '#platform/http/endpoint.ts'
import { callQuery, useCall } from '#platform/http/query.ts'

import { listRates, type PreferredRate } from './contract.ts'

/** Returns the uses of a rate, to compare with a clip's releases. */
export const listRateGrants = ({ distribution_groups }: PreferredRate): UseGrant[] =>
  distribution_groups.map(({ distributions, advertising }) => ({
    distribution_ids: distributions.map(({ id }) => id),
    media: advertising,
  }))

const noRates: PreferredRate[] = []

const toOfferedRates = (reply: ReplyOf<typeof listRates> | undefined): PreferredRate[] =>
  reply?.meta.is_offered ? reply.data.filter(rate => rate.state === 'active') : noRates

/** Returns no rates for guests and until they are loaded. */
export const useOfferedRates = (): PreferredRate[] => {
  const session = useSession()
  return toOfferedRates(useCall(listRates, {}, { enabled: session !== null }).data)
}

/** True if the flag offers rates to the user. */
export const useAreRatesOffered = (): boolean => {
  const session = useSession()
  return useCall(listRates, {}, { enabled: session !== null }).data?.meta.is_offered ?? false
}

/** Returns a function that loads the rates on demand, so that pages with many cards send no request up front. */
export const useFetchRates = () => {
  const client: QueryClient = useQueryClient()
  const session = useSession()
  return async (): Promise<PreferredRate[]> => {
    if (!session) return noRates
    // If the request fails, sell at list prices.
    const reply = await client.fetchQuery(callQuery(listRates, {})).catch(() => undefined)
    return toOfferedRates(reply)
  }
}
