/** Changing what is in the cart already: licenses of items, items taken out and put back. */
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { forgetChoice, rememberChoice } from '#licensing/last-choice.ts'
import { call } from '#platform/call.ts'
import { tell } from '#platform/data-layer.ts'
import { useToast } from '#ui/toast.tsx'

import * as contract from './contract.ts'
import { changeClips } from './legacy-contract.ts'
import { changesTo } from './parts/change-several.ts'
import { moveToRate } from './rate-contract.ts'
import { addUpgrade } from './upgrades-contract.ts'
import { putUnder, useCartChange, type Adding, type Reply } from './use-cart-changes.ts'
import { useCart } from './use-cart.ts'
import { without } from './without.ts'

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

type ChangingSeveral = { items: readonly contract.CartItem[]; choice: ChoiceWithFormat }

/** Puts several items under one license, all or none. */
export const useChangeItems = () => {
  const cart = useCart()
  const toast = useToast()
  return useCartChange(async ({ items, choice }: ChangingSeveral) => {
    const clips = cart ? changesTo(cart, items, choice) : []
    const reply = await call(changeClips, { body: { clips } })
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
