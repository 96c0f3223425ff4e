/** Mutations of cart items: changing their licenses, removing and restoring them. */
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { forgetChoice, rememberChoice } from '#licensing/last-choice.ts'
import { trackEvent } from '#platform/analytics/data-layer.ts'
import { call } from '#platform/http/call.ts'
import { useToast } from '#ui/toast.tsx'

import * as contract from './contract.ts'
import type { Cart } from './contract.ts'
import { changeClips } from './legacy-contract.ts'
import { toItemChanges } from './parts/change-items.ts'
import { moveToRate } from './rate-contract.ts'
import { addUpgrade } from './upgrades-contract.ts'
import { addClipsUnderRate, type AddToCartInput, type CartReply, useCartChange } from './use-cart-changes.ts'
import { useCart } from './use-cart.ts'

/** Returns the cart without some items, for an optimistic update. The totals stay until the server replies. */
export const withoutItems = (cart: Cart, item_ids: readonly number[]): Cart => {
  const isRemaining = ({ id }: { id: number }) => !item_ids.includes(id)
  return {
    ...cart,
    cart_items: { data: cart.cart_items.data.filter(isRemaining) },
    licenses: cart.licenses
      .map(group => ({ ...group, items: group.items.filter(isRemaining) }))
      .filter(group => group.items.length > 0),
    notices: cart.notices.filter(notice => !item_ids.includes(notice.cart_item_id)),
  }
}

type MoveItemInput = { item_id: number; rate_id: number; format_id?: number }

const moveItemToRate = ({ item_id, rate_id, format_id }: MoveItemInput) =>
  call(moveToRate, { params: { id: String(item_id) }, body: { preferred_rate_id: rate_id, format_id } })

export const useMoveToRate = () => {
  const toast = useToast()
  return useCartChange(async (input: MoveItemInput) => {
    const reply = await moveItemToRate(input)
    toast('License Updated!', { kind: 'success' })
    return reply
  })
}

type ChangeItemInput = { item_id: number; choice: ChoiceWithFormat }

export const useChangeItem = () => {
  const toast = useToast()
  return useCartChange(async ({ item_id, choice }: ChangeItemInput) => {
    const reply = await call(contract.changeItem, { params: { id: String(item_id) }, body: { data: choice } })
    rememberChoice(choice)
    toast('License Updated!', { kind: 'success' })
    return reply
  })
}

type ChangeItemsInput = { items: readonly contract.CartItem[]; choice: ChoiceWithFormat }

/** Moves several items to one license, all or none. */
export const useChangeItems = () => {
  const cart = useCart()
  const toast = useToast()
  return useCartChange(async ({ items, choice }: ChangeItemsInput) => {
    const clips = cart ? toItemChanges(cart, items, choice) : []
    const reply = await call(changeClips, { body: { clips } })
    rememberChoice(choice)
    toast('License Updated!', { kind: 'success' })
    return reply
  })
}

export const toChoice = (group: contract.LicenseGroup, format_id: number): ChoiceWithFormat => {
  const { org_type, end_client_size, distribution_ids } = group
  return { org_type, end_client_size, distribution_ids, format_id }
}

/** Accepts a changed price by saving the item's current license again, at the current price. */
export const useAcceptPrice = () => {
  const cart = useCart()
  const { mutate } = useCartChange(({ item_id, choice, rate_id }: ChangeItemInput & { rate_id: number | undefined }) =>
    rate_id === undefined
      ? call(contract.changeItem, { params: { id: String(item_id) }, body: { data: choice } })
      : moveItemToRate({ item_id, rate_id }),
  )
  return (item_id: number) => {
    const group = cart?.licenses.find(({ items }) => items.some(({ id }) => id === item_id))
    const item = group?.items.find(({ id }) => id === item_id)
    if (group && item) mutate({ item_id, choice: toChoice(group, item.format.id), rate_id: group.preferred_rate?.id })
  }
}

type RestoreInput = AddToCartInput & { rate_id: number | undefined; license_id?: number }

/** Returns the calls needed to restore items: one per license and format, and one per upgrade. */
const toRestoreInputs = (cart: contract.Cart, item_ids: readonly number[]): RestoreInput[] =>
  cart.licenses.flatMap(group => {
    const removedItems = group.items.filter(item => item_ids.includes(item.id))
    const byFormat = Map.groupBy(removedItems, item => `${item.format.id} ${item.upgrade?.license_id ?? ''}`)
    return [...byFormat.values()].flatMap(items => {
      const [first] = items
      if (!first) return []
      return {
        clip_ids: items.map(item => item.clip_id),
        choice: toChoice(group, first.format.id),
        rate_id: group.preferred_rate?.id,
        ...(first.upgrade && { license_id: first.upgrade.license_id }),
      }
    })
  })

/** Adds all clips of another cart to the user's, such as those of a declined request. */
export const useRestoreCart = () => {
  const { mutateAsync, isPending } = useRestore()
  return {
    isPending,
    restoreCart: (cart: contract.Cart) =>
      mutateAsync(
        toRestoreInputs(
          cart,
          cart.cart_items.data.map(({ id }) => id),
        ),
      ),
  }
}

const restoreGroup = ({ clip_ids, choice, rate_id, license_id }: RestoreInput) =>
  license_id !== undefined
    ? call(addUpgrade, { body: { ...choice, license_id } })
    : rate_id === undefined
      ? call(contract.addItems, { body: { ...choice, clips: clip_ids } })
      : addClipsUnderRate({ clip_ids, rate_id, format_id: choice.format_id })

/** Restores removed items. */
const useRestore = () =>
  useCartChange(async (groups: RestoreInput[]) => {
    let lastReply: CartReply | undefined
    for (const group of groups) lastReply = await restoreGroup(group)
    return lastReply ?? call(contract.getCart, {})
  })

type RemoveItemsInput = { item_ids: number[]; undo: RestoreInput[] }

/** Removes items and shows a toast with an Undo action. */
const useRemoveWithUndo = (send: (item_ids: number[]) => Promise<CartReply>) => {
  const cart = useCart()
  const toast = useToast()
  const restore = useRestore()
  const { mutate } = useCartChange(
    async ({ item_ids, undo }: RemoveItemsInput) => {
      const reply = await send(item_ids)
      trackEvent('remove_from_cart', { clip_ids: undo.flatMap(({ clip_ids }) => clip_ids) })
      // Removing a single clip suggests that its license was a mistake; removing many does not.
      if (item_ids.length <= 1) forgetChoice()
      const text = item_ids.length === 1 ? 'Clip removed' : `${item_ids.length} clips removed`
      if (undo.length > 0) toast(text, { action: { label: 'Undo', onClick: () => restore.mutate(undo) } })
      return reply
    },
    (cachedCart, { item_ids }) => withoutItems(cachedCart, item_ids),
  )
  return (item_ids: number[]) => mutate({ item_ids, undo: cart ? toRestoreInputs(cart, item_ids) : [] })
}

export const useRemoveItems = () =>
  useRemoveWithUndo(item_ids => call(contract.removeItems, { body: { cart_item_ids: item_ids } }))

export const useClearCart = () => {
  const cart = useCart()
  const removeAll = useRemoveWithUndo(() => call(contract.clearCart, {}))
  return () => removeAll(cart?.cart_items.data.map(({ id }) => id) ?? [])
}
