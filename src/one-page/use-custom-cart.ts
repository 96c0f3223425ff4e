/** A cart that somebody else prepared, as its link opens it for whoever asks. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { ReplyOf } from '#platform/endpoint.ts'
import { callQuery } from '#platform/query.ts'
import { Refusal } from '#platform/refusal.ts'
import { getLegacyCart } from '#quotes/contract.ts'

import type { PaymentType } from './parts/payment-step.tsx'

/** What it begins as: most pay by card. */
export const first_payment_type = 'card'

export const useCustomCart = (cart_hash: string, initial: ReplyOf<typeof getLegacyCart>) => {
  const client = useQueryClient()
  const [payment_type, setPaymentType] = useState<PaymentType>(first_payment_type)
  // While it is being paid, and once it is, it stands as the buyer saw it: its link has ended by then.
  const [isHeld, setHeld] = useState(false)
  const input = { query: { cart_hash, payment_type } }
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...callQuery(getLegacyCart, input),
    placeholderData: keepPreviousData,
    enabled: !isHeld,
    ...(payment_type === first_payment_type && { initialData: initial }),
  })
  const isGone = !isHeld && error instanceof Refusal && [404, 410].includes(error.status)
  useEffect(() => {
    // Its link ended while somebody had it before them.
    if (isGone) window.location.assign('/cart?link=ended')
  }, [isGone])
  return {
    cart: (data ?? initial).data,
    isLoading: isPlaceholderData,
    isFetching,
    payAs: setPaymentType,
    hold: setHeld,
    refresh: () => client.invalidateQueries({ queryKey: [getLegacyCart.path] }),
  }
}
