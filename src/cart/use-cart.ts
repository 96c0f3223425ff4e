/** The cart as the browser knows it. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'

import { useCall } from '#platform/query.ts'

import { getCart, type Cart } from './contract.ts'

/** The present cart; undefined until it is known. */
export const useCart = (): Cart | undefined => useCall(getCart, {}).data?.data

const COUNT_KEY = ['cart count']

/** The number of clips, as the page came with it. */
export const setCartCount = (client: QueryClient, count: number) => client.setQueryData(COUNT_KEY, count)

/** How many clips the cart holds; until the cart is known, as many as the page came with. */
export const useCartCount = (): number => {
  const client = useQueryClient()
  const cart = useCart()
  return cart?.cart_items.data.length ?? client.getQueryData<number>(COUNT_KEY) ?? 0
}
