/**
 * Mutations of the cart: optimistic where that is safe, with an error toast and rollback on failure. Pages with clips load
 * this module; changes of items are in `use-item-changes.ts`.
 */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'

import { getSession } from '#accounts/contract.ts'
import { groupId, type ChoiceWithFormat } from '#licensing/choice.ts'
import { rememberChoice } from '#licensing/last-choice.ts'
import { trackEvent } from '#platform/analytics/data-layer.ts'
import { call } from '#platform/http/call.ts'
import type { ReplyOf } from '#platform/http/endpoint.ts'
import { callKey, setCallData } from '#platform/http/query.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { listRates } from '#rates/contract.ts'
import { useToast } from '#ui/toast.tsx'

import * as contract from './contract.ts'
import { addUnderRate } from './rate-contract.ts'

/** The reply of every mutation: the cart. */
export type CartReply = { data: contract.Cart; meta: Record<string, never> }

/** The mutation key of every cart change, so that totals can wait for pending ones. */
export const cartMutationKey = ['cart']

const cartKey = callKey(contract.getCart, {})
const getCachedCart = (client: QueryClient) => client.getQueryData<CartReply>(cartKey)

/** Caches the cart. Guests also store its hash in local storage, to send it at login. */
export const cacheCart = (client: QueryClient, reply: CartReply) => {
  const session = client.getQueryData<ReplyOf<typeof getSession>>(callKey(getSession, {}))
  if (!session?.data && reply.data.hash) localStorage.setItem('cart_hash', reply.data.hash)
  setCallData(client, contract.getCart, {}, reply)
}

export const cartErrorText = (error: unknown): string =>
  error instanceof Refusal && error.status < 500 ? error.message : 'Something went wrong. Your cart is unchanged.'

/** A cart mutation. `applyOptimistically` returns the expected cart, which is rolled back when the server rejects the change. */
export const useCartChange = <Input>(
  send: (input: Input) => Promise<CartReply>,
  applyOptimistically?: (cart: contract.Cart, input: Input) => contract.Cart,
) => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationKey: cartMutationKey,
    mutationFn: send,
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey: cartKey })
      const previous = getCachedCart(client)
      if (previous && applyOptimistically)
        setCallData(client, contract.getCart, {}, { ...previous, data: applyOptimistically(previous.data, input) })
      return previous
    },
    onSuccess: reply => cacheCart(client, reply),
    onError: (error, _input, previous) => {
      if (previous) setCallData(client, contract.getCart, {}, previous)
      void client.invalidateQueries({ queryKey: cartKey })
      toast(cartErrorText(error), { kind: 'danger' })
    },
  })
}

export type AddToCartInput = { clip_ids: number[]; choice: ChoiceWithFormat }

/** Shows a toast after adding clips in one step that the workspace has licensed for this use already. */
const useLicensedToast = () => {
  const toast = useToast()
  return (cart: contract.Cart, isNew: (group: contract.LicenseGroup, item: contract.CartItem) => boolean) => {
    const licensedItems = cart.licenses.flatMap(group =>
      group.items.filter(item => item.licensed_in_order && isNew(group, item)),
    )
    const [first] = licensedItems
    if (!first) return
    const subject =
      licensedItems.length === 1 ? `“${first.clip.name}” is` : `${licensedItems.length} of these clips are`
    const orderText = licensedItems.length === 1 ? `, in order ${first.licensed_in_order}` : ''
    toast(`${subject} already licensed for this use${orderText}. You can still buy it again.`, { ms: 5000 })
  }
}

export const useAddToCart = () => {
  const showLicensedToast = useLicensedToast()
  return useCartChange(async ({ clip_ids, choice }: AddToCartInput) => {
    rememberChoice(choice)
    const reply = await call(contract.addItems, { body: { ...choice, clips: clip_ids } })
    showLicensedToast(reply.data, (group, item) => group.id === groupId(choice) && clip_ids.includes(item.clip_id))
    const { format_id, distribution_ids } = choice
    trackEvent('add_to_cart', { clip_ids, format_id, distribution_ids })
    return reply
  })
}

type AddUnderRateInput = { clip_ids: number[]; rate_id: number; format_id: number }

export const addClipsUnderRate = ({ clip_ids, rate_id, format_id }: AddUnderRateInput) =>
  call(addUnderRate, { body: { preferred_rate_id: rate_id, clips: clip_ids, format_id } })

/** Adds clips under a preferred rate of the workspace. */
export const useAddUnderRate = () => {
  const client = useQueryClient()
  const showLicensedToast = useLicensedToast()
  return useCartChange(async (input: AddUnderRateInput) => {
    const reply = await addClipsUnderRate(input)
    showLicensedToast(
      reply.data,
      (group, item) => group.preferred_rate?.id === input.rate_id && input.clip_ids.includes(item.clip_id),
    )
    const { clip_ids, format_id } = input
    const group = reply.data.licenses.find(license => license.preferred_rate?.id === input.rate_id)
    trackEvent('add_to_cart', { clip_ids, format_id, distribution_ids: group?.distribution_ids ?? [] })
    void client.invalidateQueries({ queryKey: callKey(listRates, {}) })
    return reply
  })
}
