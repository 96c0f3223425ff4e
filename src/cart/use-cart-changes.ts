/** Changing the cart from the browser: shown at once where that is safe, told when it went wrong, taken back where that makes sense. */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'

import { getSession } from '#accounts/contract.ts'
import { groupId, type ChoiceWithFormat } from '#licensing/choice.ts'
import { forgetChoice, rememberChoice } from '#licensing/last-choice.ts'
import { call } from '#platform/call.ts'
import { tell } from '#platform/data-layer.ts'
import type { ReplyOf } from '#platform/endpoint.ts'
import { callKey, setCall } from '#platform/query.ts'
import { Refusal } from '#platform/refusal.ts'
import { listRates } from '#rates/contract.ts'
import { useToast } from '#ui/toast.tsx'

import * as contract from './contract.ts'
import { addUnderRate, moveToRate } from './rate-contract.ts'
import { addUpgrade } from './upgrades-contract.ts'
import { useCart } from './use-cart.ts'
import { without } from './without.ts'

/** Of every change; each endpoint answers with the cart. */
type Reply = { data: contract.Cart; meta: Record<string, never> }

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

const putUnder = ({ clip_ids, rate_id, format_id }: AddingUnder) =>
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

type Moving = { item_id: number; rate_id: number; format_id?: number }

const moveUnder = ({ item_id, rate_id, format_id }: Moving) =>
  call(moveToRate, { params: { id: String(item_id) }, body: { preferred_rate_id: rate_id, format_id } })

export const useMoveToRate = () => {
  const toast = useToast()
  return useCartChange(async (moving: Moving) => {
    const reply = await moveUnder(moving)
    toast('License Updated!', { kind: 'success' })
    return reply
  })
}

type Changing = { item_id: number; choice: ChoiceWithFormat }

export const useChangeItem = () => {
  const toast = useToast()
  return useCartChange(async ({ item_id, choice }: Changing) => {
    const reply = await call(contract.changeItem, { params: { id: String(item_id) }, body: { data: choice } })
    rememberChoice(choice)
    toast('License Updated!', { kind: 'success' })
    return reply
  })
}

export const choiceOf = (group: contract.LicenseGroup, format_id: number): ChoiceWithFormat => {
  const { org_type, end_client_size, distribution_ids } = group
  return { org_type, end_client_size, distribution_ids, format_id }
}

/** Says that a changed price was seen: the item is set to the license that it has, at the price of now. */
export const useAcceptPrice = () => {
  const cart = useCart()
  const { mutate } = useCartChange(({ item_id, choice, rate_id }: Changing & { rate_id: number | undefined }) =>
    rate_id === undefined
      ? call(contract.changeItem, { params: { id: String(item_id) }, body: { data: choice } })
      : moveUnder({ item_id, rate_id }),
  )
  return (item_id: number) => {
    const group = cart?.licenses.find(({ items }) => items.some(({ id }) => id === item_id))
    const item = group?.items.find(({ id }) => id === item_id)
    if (group && item) mutate({ item_id, choice: choiceOf(group, item.format.id), rate_id: group.preferred_rate?.id })
  }
}

type Restoring = Adding & { rate_id: number | undefined; license_id?: number }

/** What it takes to put items back: one call for each license and format, and for each upgrade. */
const groupsOf = (cart: contract.Cart, item_ids: readonly number[]): Restoring[] =>
  cart.licenses.flatMap(group => {
    const gone = group.items.filter(item => item_ids.includes(item.id))
    const alike = Map.groupBy(gone, item => `${item.format.id} ${item.upgrade?.license_id ?? ''}`)
    return [...alike.values()].flatMap(items => {
      const [first] = items
      if (!first) return []
      return {
        clip_ids: items.map(item => item.clip_id),
        choice: choiceOf(group, first.format.id),
        rate_id: group.preferred_rate?.id,
        ...(first.upgrade && { license_id: first.upgrade.license_id }),
      }
    })
  })

/** All clips of another cart of one's own: a request that was declined. */
export const useBringBack = () => {
  const { mutateAsync, isPending } = useRestore()
  return {
    isPending,
    bringBack: (cart: contract.Cart) =>
      mutateAsync(
        groupsOf(
          cart,
          cart.cart_items.data.map(({ id }) => id),
        ),
      ),
  }
}

const putBack = ({ clip_ids, choice, rate_id, license_id }: Restoring) =>
  license_id !== undefined
    ? call(addUpgrade, { body: { ...choice, license_id } })
    : rate_id === undefined
      ? call(contract.addItems, { body: { ...choice, clips: clip_ids } })
      : putUnder({ clip_ids, rate_id, format_id: choice.format_id })

/** Puts back what was taken out. */
const useRestore = () =>
  useCartChange(async (groups: Restoring[]) => {
    let last: Reply | undefined
    for (const group of groups) last = await putBack(group)
    return last ?? call(contract.getCart, {})
  })

type Removing = { item_ids: number[]; back: Restoring[] }

/** Takes items out, and offers to put them back. */
const useTakeOut = (send: (item_ids: number[]) => Promise<Reply>) => {
  const cart = useCart()
  const toast = useToast()
  const restore = useRestore()
  const { mutate } = useCartChange(
    async ({ item_ids, back }: Removing) => {
      const reply = await send(item_ids)
      tell('remove_from_cart', { clip_ids: back.flatMap(({ clip_ids }) => clip_ids) })
      // One clip taken out says that its license was a mistake; many say nothing about it.
      if (item_ids.length <= 1) forgetChoice()
      const text = item_ids.length === 1 ? 'Clip removed' : `${item_ids.length} clips removed`
      if (back.length > 0) toast(text, { action: { label: 'Undo', onClick: () => restore.mutate(back) } })
      return reply
    },
    (before, { item_ids }) => without(before, item_ids),
  )
  return (item_ids: number[]) => mutate({ item_ids, back: cart ? groupsOf(cart, item_ids) : [] })
}

export const useRemoveItems = () =>
  useTakeOut(item_ids => call(contract.removeItems, { body: { cart_item_ids: item_ids } }))

export const useClearCart = () => {
  const cart = useCart()
  const clear = useTakeOut(() => call(contract.clearCart, {}))
  return () => clear(cart?.cart_items.data.map(({ id }) => id) ?? [])
}
