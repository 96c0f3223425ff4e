import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import { getSession } from '#accounts/contract.ts'
import { getCart } from '#cart/contract.ts'
import { getContentVersion } from '#content/contract.ts'
import { callKey } from '#platform/http/query.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { useToast } from '#ui/toast.tsx'

/** Reloads what the buyer has to see before paying: the cart, and the version of the license terms. */
export const refreshCheckout = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: callKey(getCart, {}) }),
    client.invalidateQueries({ queryKey: [getContentVersion.path] }),
  ])
}

/**
 * Handles changes made elsewhere: a bought cart redirects to its order, an ended session is reloaded. Returns whether
 * the buyer was redirected.
 */
export const useStaleCheckout = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  return async (error: unknown): Promise<boolean> => {
    if (!(error instanceof Refusal)) return false
    if (error.status === 401) await client.invalidateQueries({ queryKey: callKey(getSession, {}) })
    const { invoice_number } = error.meta
    if (typeof invoice_number !== 'string') return false
    toast(error.message, { ms: 5000 })
    await navigate(`/workspace/orders/${invoice_number}`)
    await client.invalidateQueries()
    return true
  }
}
