/** React Query over the API client, with the cache policy of each endpoint. */
import { QueryClient, queryOptions, useQuery, type UseQueryOptions } from '@tanstack/react-query'

import { call } from './call.ts'
import type { Endpoint, InputOf, ReplyOf } from './endpoint.ts'

const TEN_MINUTES_MS = 600_000
/** Several components that mount together share one request. */
const REFETCH_GRACE_MS = 2_000

type CachePolicy = Pick<UseQueryOptions, 'staleTime' | 'gcTime' | 'refetchOnMount' | 'refetchOnWindowFocus'>

/** Cached forever, but refetched on focus and on mount, unless the data is recent. */
const ALWAYS_CACHED: CachePolicy = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt > REFETCH_GRACE_MS ? 'always' : false),
  refetchOnWindowFocus: 'always',
}

const CACHE_POLICIES: Readonly<Record<string, CachePolicy>> = {
  '/auth': ALWAYS_CACHED,
  '/user/abilities': ALWAYS_CACHED,
  '/workspaces/current': { staleTime: TEN_MINUTES_MS },
  '/workspaces/overview': { staleTime: TEN_MINUTES_MS },
  '/user/feature-banner': { staleTime: Number.POSITIVE_INFINITY },
  '/user/edit-fest/code': { staleTime: TEN_MINUTES_MS },
  '/cart/licenses/schema': { staleTime: TEN_MINUTES_MS },
  '/cart/licenses/starting-prices': { staleTime: TEN_MINUTES_MS },
}

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false },
      // While offline, mutations fail at once. By default React Query would send them, even a payment, when the network
      // returns.
      mutations: { networkMode: 'always' },
    },
  })

export const callKey = <E extends Endpoint>({ path }: E, input: InputOf<E>) => [path, input] as const

/** Puts a known response into the cache. */
export const setCallData = <E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: InputOf<E>,
  reply: { data: ReplyOf<E>['data']; meta: ReplyOf<E>['meta'] },
) => client.setQueryData(callKey(endpoint, input), reply)

/** Returns the query options of an endpoint. */
export const callQuery = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  queryOptions<ReplyOf<E>>({
    queryKey: callKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    ...(CACHE_POLICIES[endpoint.path] as object),
  })

type UseCallOptions<E extends Endpoint> = { initial?: ReplyOf<E>; enabled?: boolean }

/** Returns an endpoint's response as state: from the cache, the loader, or a request. */
export const useCall = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { initial, enabled = true }: UseCallOptions<E> = {},
) =>
  useQuery<ReplyOf<E>>({
    ...callQuery(endpoint, input),
    enabled,
    ...(initial && { initialData: initial }),
  })
