import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import { getCart, type Cart } from '#cart/contract.ts'
import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { oneOperation } from '#platform/operation.ts'
import { callKey } from '#platform/query.ts'

import { placeManually, type ManualBody } from './contract.ts'
import { tellOfPurchase } from './tell-of-purchase.ts'
import { useOvertaken } from './use-overtaken.ts'

/** Orders a cart that costs nothing. */
export const usePlaceFree = ({ hash, fingerprint }: Cart) => {
  const [operation] = useState(() => oneOperation<ManualBody>())
  // A double click comes before the button could be drawn as busy.
  const isPlacing = useRef(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const overtaken = useOvertaken()
  const order = useMutation({
    mutationFn: async () => {
      const { body, ...options } = await operation.begin(() => ({ cart_hash: hash ?? '', seen: fingerprint }))
      try {
        return (await call(placeManually, { body }, options)).data
      } catch (error) {
        operation.failed(error)
        throw new Error(firstText(error, 'Something went wrong. Please press “Complete purchase” again.'), {
          cause: error,
        })
      }
    },
    onSuccess: async bought => {
      tellOfPurchase(bought)
      await navigate(`/workspace/orders/${bought.invoice_number}?add_project_details=1`)
      await client.invalidateQueries()
    },
    onSettled: () => {
      isPlacing.current = false
    },
    onError: async ({ cause }) => {
      if (!(await overtaken(cause))) await client.invalidateQueries({ queryKey: callKey(getCart, {}) })
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
