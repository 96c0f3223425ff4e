/**
 * Optimistic editing of a collection's order. Changes are shown at once, sent one by one and reloaded when all are
 * done.
 */
import { startTransition, useRef, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'

import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { reorder } from '#platform/reorder.ts'
import { useToast } from '#ui/toast.tsx'

import {
  addCollectionMembers,
  setStaffCollectionCover,
  moveCollectionMember,
  removeCollectionMembers,
  type CollectionMember,
  type StaffCollection,
} from '../contract.ts'
import { MEMBERS_PER_PAGE as per_page } from '../paging.ts'

export const useCuration = ({ id, order: savedOrder, cover_clip_id }: StaffCollection) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [searchParams, setSearchParams] = useSearchParams()
  const [optimisticOrder, setOptimisticOrder] = useState<readonly number[]>()
  const pendingCount = useRef(0)
  const queue = useRef(Promise.resolve())
  const targetPage = useRef<number>(undefined)
  const order = optimisticOrder ?? savedOrder
  const request = { params: { id: String(id) } }
  const lastPage = Math.max(1, Math.ceil(order.length / per_page))
  const page = Math.min(Number(/^[1-9]\d{0,4}$/.exec(searchParams.get('at') ?? '')?.[0] ?? 1), lastPage)

  const goTo = (number: number) =>
    setSearchParams(
      current => {
        const next = new URLSearchParams(current)
        next.set('at', String(number))
        return next
      },
      { preventScrollReset: true },
    )
  const settle = async () => {
    pendingCount.current--
    if (pendingCount.current > 0) return
    const nextPage = targetPage.current
    targetPage.current = undefined
    if (nextPage !== undefined && nextPage !== page) goTo(nextPage)
    await revalidate()
    // In a transition, like the router's update. Otherwise the previous order would flash.
    if (pendingCount.current === 0) startTransition(() => setOptimisticOrder(undefined))
  }
  const enqueue = (nextOrder: readonly number[], action: () => Promise<unknown>) => {
    setOptimisticOrder(nextOrder)
    pendingCount.current++
    queue.current = queue.current
      .then(action)
      .catch((error: unknown) => toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' }))
      .then(settle)
  }

  return {
    order,
    page,
    lastPage,
    pageIds: order.slice((page - 1) * per_page, page * per_page),
    goTo,
    /** Follows a clip that moves to another page. */
    move: (clip_id: number, before: number | null, position: number) => {
      targetPage.current = Math.ceil(position / per_page)
      enqueue(reorder(order, [clip_id], before), () =>
        call(moveCollectionMember, { ...request, body: { clip_id, before } }),
      )
    },
    remove: ({ id: clip_id, name }: CollectionMember) => {
      const before = order[order.indexOf(clip_id) + 1] ?? null
      const undo = () =>
        enqueue(reorder(order, [clip_id], before), () =>
          call(addCollectionMembers, { ...request, body: { clip_ids: [clip_id], before } }),
        )
      enqueue(
        order.filter(otherId => otherId !== clip_id),
        async () => {
          await call(removeCollectionMembers, { ...request, body: { clip_ids: [clip_id] } })
          toast(`“${name}” was removed from the collection`, { action: { label: 'Undo', onClick: undo } })
        },
      )
    },
    add: async (clip_ids: number[]) => {
      const { data } = await call(addCollectionMembers, { ...request, body: { clip_ids } })
      await revalidate()
      return data
    },
    setCover: (clip_id: number) =>
      enqueue(order, () =>
        call(setStaffCollectionCover, { ...request, body: { clip_id: clip_id === cover_clip_id ? null : clip_id } }),
      ),
  }
}

export type Curation = ReturnType<typeof useCuration>
