/**
 * Changing the cart from the browser: shown at once where that is safe, told when it went wrong, taken back where that makes sense.
 * Here is what every page of footage needs; what changes items is in `use-item-changes.ts`.
 */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'

import { getSession } from '#accounts/contract.ts'
import { groupId, type ChoiceWithFormat } from '#licensing/choice.ts'
import { rememberChoice } from '#licensing/last-choice.ts'
import { call } from '#platform/call.ts'
import { tell } from '#platform/data-layer.ts'
import type { ReplyOf } from '#platform/endpoint.ts'
import { callKey, setCall } from '#platform/query.ts'
import { Refusal } from '#platform/refusal.ts'
import { listRates } from '#rates/contract.ts'
import { useToast } from '#ui/toast.tsx'

import * as contract from './contract.ts'
import { addUnderRate } from './rate-contract.ts'

/** Of every change; each endpoint answers with the cart. */
export type Reply = { data: contract.Cart; meta: Record<string, never> }

/** Every change of the cart shares this name, so that sums can wait for the last of them. */
export const cart_changes = ['cart']

const cartKey = callKey(contract.getCart, {})
const cartIn = (client: QueryClient) => client.getQueryData<Reply>(cartKey)

/** A guest's page keeps the key of the cart beside the cookie, to bring it along when logging in. */
export const keepCart = (client: QueryClient, reply: Reply) => {
  const session = client.getQueryData<ReplyOf<typeof getSession>>(callKey(getSession, {}))
  if (!session?.data && reply.data.hash) localStorage.setItem('cart_hash', reply.data.hash)
  setCall(client, contract.getCart, {}, reply)
}

export const textOf = (error: unknown): string =>
  error instanceof Refusal && error.status < 500 ? error.message : 'Something went wrong. Your cart is as it was.'

/** One way to change the cart. `guess` is what it will probably be; it is taken back when the server refuses. */
export const useCartChange = <Input>(
  send: (input: Input) => Promise<Reply>,
  guess?: (cart: contract.Cart, input: Input) => contract.Cart,
) => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationKey: cart_changes,
    mutationFn: send,
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey: cartKey })
      const before = cartIn(client)
      if (before && guess) setCall(client, contract.getCart, {}, { ...before, data: guess(before.data, input) })
      return before
    },
    onSuccess: reply => keepCart(client, reply),
    onError: (error, _input, before) => {
      if (before) setCall(client, contract.getCart, {}, before)
      void client.invalidateQueries({ queryKey: cartKey })
      toast(textOf(error), { kind: 'danger' })
    },
  })
}

export type Adding = { clip_ids: number[]; choice: ChoiceWithFormat }

/** A press on a card puts a clip in without a question: whoever has licensed it already is told so at once. */
const useSayLicensed = () => {
  const toast = useToast()
  return (cart: contract.Cart, is_new: (group: contract.LicenseGroup, item: contract.CartItem) => boolean) => {
    const told = cart.licenses.flatMap(group => group.items.filter(item => item.licensed_in && is_new(group, item)))
    const [first] = told
    if (!first) return
    const what = told.length === 1 ? `“${first.clip.name}” is` : `${told.length} of these clips are`
    const where = told.length === 1 ? `, in order ${first.licensed_in}` : ''
    toast(`${what} already licensed for this use${where}. You can buy it once more all the same.`, { ms: 5000 })
  }
}

export const useAddToCart = () => {
  const sayLicensed = useSayLicensed()
  return useCartChange(async ({ clip_ids, choice }: Adding) => {
    rememberChoice(choice)
    const reply = await call(contract.addItems, { body: { ...choice, clips: clip_ids } })
    sayLicensed(reply.data, (group, item) => group.id === groupId(choice) && clip_ids.includes(item.clip_id))
    const { format_id, distribution_ids } = choice
    tell('add_to_cart', { clip_ids, format_id, distribution_ids })
    return reply
  })
}

type AddingUnder = { clip_ids: number[]; rate_id: number; format_id: number }

export const putUnder = ({ clip_ids, rate_id, format_id }: AddingUnder) =>
  call(addUnderRate, { body: { preferred_rate_id: rate_id, clips: clip_ids, format_id } })

/** Under a preferred rate of the workspace. */
export const useAddUnderRate = () => {
  const client = useQueryClient()
  const sayLicensed = useSayLicensed()
  return useCartChange(async (adding: AddingUnder) => {
    const reply = await putUnder(adding)
    sayLicensed(
      reply.data,
      (group, item) => group.preferred_rate?.id === adding.rate_id && adding.clip_ids.includes(item.clip_id),
    )
    const { clip_ids, format_id } = adding
    const group = reply.data.licenses.find(one => one.preferred_rate?.id === adding.rate_id)
    tell('add_to_cart', { clip_ids, format_id, distribution_ids: group?.distribution_ids ?? [] })
    void client.invalidateQueries({ queryKey: callKey(listRates, {}) })
    return reply
  })
}
