/** The preferred rates that whoever is signed in may choose where clips are licensed. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'

import { useSession } from '#accounts/use-session.ts'
import type { ReplyOf } from '#platform/endpoint.ts'
import { callQuery, useCall } from '#platform/query.ts'

import { listRates, type PreferredRate } from './contract.ts'

const none: PreferredRate[] = []

const offered = (reply: ReplyOf<typeof listRates> | undefined): PreferredRate[] =>
  reply?.meta.is_offered ? reply.data.filter(rate => rate.state === 'active') : none

/** None for guests, and until they are known. */
export const useOfferedRates = (): PreferredRate[] => {
  const session = useSession()
  return offered(useCall(listRates, {}, { enabled: session !== null }).data)
}

/** Whether the shop offers rates to them at all: the flag. */
export const useAreRatesOffered = (): boolean => {
  const session = useSession()
  return useCall(listRates, {}, { enabled: session !== null }).data?.meta.is_offered ?? false
}

/** The same, asked for at the moment when it matters: pages full of cards ask nothing before. */
export const useAskForRates = () => {
  const client: QueryClient = useQueryClient()
  const session = useSession()
  return async (): Promise<PreferredRate[]> => {
    if (!session) return none
    // Without an answer the shop sells as it does to everybody.
    const reply = await client.fetchQuery(callQuery(listRates, {})).catch(() => undefined)
    return offered(reply)
  }
}
