/** The starting prices for all cards of a page. */
import { createContext, use, type ReactNode } from 'react'

import type { ReplyOf } from '#platform/http/endpoint.ts'
import { useCall } from '#platform/http/query.ts'

import { getStartingPrices } from './contract.ts'
import { startingPriceOf, type StartingPrices } from './starting-price.ts'

const StartingPricesContext = createContext<StartingPrices | undefined>(undefined)

/** `initial` is undefined on the maintenance page, which has no clips. */
type StartingPricesProviderProps = { initial: ReplyOf<typeof getStartingPrices> | undefined; children: ReactNode }

export const StartingPricesProvider = ({ initial, children }: StartingPricesProviderProps) => (
  <StartingPricesContext
    value={useCall(getStartingPrices, {}, { enabled: initial !== undefined, ...(initial && { initial }) }).data?.data}
  >
    {children}
  </StartingPricesContext>
)

/** Returns "$79". */
export const useStartingPrice = (clip: Parameters<typeof startingPriceOf>[0]): string | undefined => {
  const prices = use(StartingPricesContext)
  const cents = prices && startingPriceOf(clip, prices)
  // Every price is a whole dollar.
  return cents === undefined ? undefined : `$${(cents / 100).toLocaleString('en-US')}`
}
