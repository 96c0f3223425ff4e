import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import type { Cart } from '#cart/contract.ts'
import { call } from '#platform/http/call.ts'
import { createOperation } from '#platform/http/operation.ts'
import { toUserMessage } from '#platform/http/user-message.ts'

import { placeManually, type ManualBody } from './contract.ts'
import { trackPurchase } from './purchase-tracking.ts'
import { refreshCheckout, useStaleCheckout } from './use-stale-checkout.ts'

/** Places the order of a cart that costs nothing. */
export const usePlaceFreeOrder = ({ hash, fingerprint }: Cart, terms_version: number | undefined) => {
  const [operation] = useState(() => createOperation<ManualBody>())
  // Guards against a double click before the button is busy.
  const isPlacing = useRef(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const handleStale = useStaleCheckout()
  const order = useMutation({
    mutationFn: async () => {
      const { body, ...options } = await operation.begin(() => ({
        cart_hash: hash ?? '',
        seen: fingerprint,
        terms_version,
      }))
      try {
        return (await call(placeManually, { body }, options)).data
      } catch (error) {
        operation.failed(error)
        throw new Error(toUserMessage(error, 'Something went wrong. Please press “Complete purchase” again.'), {
          cause: error,
        })
      }
    },
    onSuccess: async placedOrder => {
      trackPurchase(placedOrder)
      await navigate(`/workspace/orders/${placedOrder.invoice_number}?add_project_details=1`)
      await client.invalidateQueries()
    },
    onSettled: () => {
      isPlacing.current = false
    },
    onError: async ({ cause }) => {
      if (!(await handleStale(cause))) await refreshCheckout(client)
    },
  })
  return {
    ...order,
    place: () => {
      if (isPlacing.current) return
      isPlacing.current = true
      order.mutate()
    },
  }
}
