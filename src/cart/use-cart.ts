/** Hooks for the cart in the browser. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'

import { useCall } from '#platform/http/query.ts'

import { getCart, type Cart } from './contract.ts'

/** Returns the current cart; undefined until it is loaded. */
export const useCart = (): Cart | undefined => useCall(getCart, {}).data?.data

const COUNT_KEY = ['cart count']

/** Stores the number of clips that the page was rendered with. */
export const setCartCount = (client: QueryClient, count: number) => client.setQueryData(COUNT_KEY, count)

/** Returns the number of clips in the cart; until the cart is loaded, the number that the page was rendered with. */
export const useCartCount = (): number => {
  const client = useQueryClient()
  const cart = useCart()
  return cart?.cart_items.data.length ?? client.getQueryData<number>(COUNT_KEY) ?? 0
}
