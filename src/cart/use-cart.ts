/** The cart as the browser knows it. */
import { useCall } from '#platform/query.ts'

import { getCart, type Cart } from './contract.ts'

/** The present cart; undefined until it is known. */
export const useCart = (): Cart | undefined => useCall(getCart, {}).data?.data
