/** What the browser remembers of the API's answers, and for how long: one table. */
import { QueryClient, queryOptions, useQuery, type UseQueryOptions } from '@tanstack/react-query'

import { call } from './call.ts'
import type { Endpoint, InputOf, ReplyOf } from './endpoint.ts'

const ten_minutes_ms = 600_000
/** A page whose parts all show who is signed in asks once. */
const just_now_ms = 2_000

type Freshness = Pick<UseQueryOptions, 'staleTime' | 'gcTime' | 'refetchOnMount' | 'refetchOnWindowFocus'>

/** Kept for good, but asked for again on focus, and on mount, unless the answer came with what is mounted. */
const forever: Freshness = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt > just_now_ms ? 'always' : false),
  refetchOnWindowFocus: 'always',
}

const freshness: Readonly<Record<string, Freshness>> = {
  '/auth': forever,
  '/user/abilities': forever,
  '/workspaces/current': { staleTime: ten_minutes_ms },
  '/workspaces/overview': { staleTime: ten_minutes_ms },
  '/user/feature-banner': { staleTime: Number.POSITIVE_INFINITY },
  '/user/edit-fest/code': { staleTime: ten_minutes_ms },
  '/cart/licenses/schema': { staleTime: ten_minutes_ms },
}

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false },
      // Offline, a change fails at once. The default would send it by itself when the network returns: a payment, too.
      mutations: { networkMode: 'always' },
    },
  })

export const callKey = <E extends Endpoint>({ path }: E, input: InputOf<E>) => [path, input] as const

/** Puts an answer that is known already into the memory. */
export const setCall = <E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: InputOf<E>,
  reply: { data: ReplyOf<E>['data']; meta: ReplyOf<E>['meta'] },
) => client.setQueryData(callKey(endpoint, input), reply)

/** How an endpoint's answer is fetched and how long it is good for. */
export const callQuery = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  queryOptions<ReplyOf<E>>({
    queryKey: callKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    ...(freshness[endpoint.path] as object),
  })

type Options<E extends Endpoint> = { initial?: ReplyOf<E>; enabled?: boolean }

/** An endpoint's answer as state: from memory, from the loader, or asked for. */
export const useCall = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { initial, enabled = true }: Options<E> = {},
) =>
  useQuery<ReplyOf<E>>({
    ...callQuery(endpoint, input),
    enabled,
    ...(initial && { initialData: initial }),
  })
