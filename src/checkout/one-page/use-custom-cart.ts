/** A custom cart, loaded by its link. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { ReplyOf } from '#platform/http/endpoint.ts'
import { callQuery } from '#platform/http/query.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { getLegacyCart } from '#quotes/contract.ts'

import type { CartPaymentType } from './parts/payment-step.tsx'

/** The initial payment type; most buyers pay by card. */
export const INITIAL_PAYMENT_TYPE = 'card'

export const useCustomCart = (cart_hash: string, initial: ReplyOf<typeof getLegacyCart>) => {
  const client = useQueryClient()
  const [payment_type, setPaymentType] = useState<CartPaymentType>(INITIAL_PAYMENT_TYPE)
  // While the cart is being paid and after that, it stays as the buyer saw it, because its link has ended.
  const [isHeld, setHeld] = useState(false)
  const input = { query: { cart_hash, payment_type } }
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...callQuery(getLegacyCart, input),
    placeholderData: keepPreviousData,
    enabled: !isHeld,
    ...(payment_type === INITIAL_PAYMENT_TYPE && { initialData: initial }),
  })
  const isGone = !isHeld && error instanceof Refusal && [404, 410].includes(error.status)
  useEffect(() => {
    // The link ended while the page was open.
    if (isGone) window.location.assign('/cart?link=ended')
  }, [isGone])
  return {
    cart: (data ?? initial).data,
    isLoading: isPlaceholderData,
    isFetching,
    changePaymentType: setPaymentType,
    hold: setHeld,
    refresh: () => client.invalidateQueries({ queryKey: [getLegacyCart.path] }),
  }
}
