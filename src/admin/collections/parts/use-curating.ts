/** The order of a collection as a curator changes it: shown at once, sent one after the other, asked for anew when all are through. */
import { startTransition, useRef, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'

import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { placed } from '#platform/order.ts'
import { useToast } from '#ui/toast.tsx'

import {
  addMembers,
  chooseStaffCover,
  placeStaffMember,
  removeMembers,
  type Member,
  type StaffCollection,
} from '../contract.ts'
import { members_per_page as per_page } from '../paging.ts'

export const useCurating = ({ id, order: saved, cover_clip_id }: StaffCollection) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useSearchParams()
  const [guess, setGuess] = useState<readonly number[]>()
  const waiting = useRef(0)
  const queue = useRef(Promise.resolve())
  const target = useRef<number>(undefined)
  const order = guess ?? saved
  const at = { params: { id: String(id) } }
  const last = Math.max(1, Math.ceil(order.length / per_page))
  const page = Math.min(Number(/^[1-9]\d{0,4}$/.exec(asked.get('at') ?? '')?.[0] ?? 1), last)

  const goTo = (number: number) =>
    setAsked(
      now => {
        const next = new URLSearchParams(now)
        next.set('at', String(number))
        return next
      },
      { preventScrollReset: true },
    )
  const settle = async () => {
    waiting.current--
    if (waiting.current > 0) return
    const to = target.current
    target.current = undefined
    if (to !== undefined && to !== page) goTo(to)
    await revalidate()
    // With what was asked for, which the router shows in a transition: sooner, the order before would stand here for a moment.
    if (waiting.current === 0) startTransition(() => setGuess(undefined))
  }
  const send = (guessed: readonly number[], act: () => Promise<unknown>) => {
    setGuess(guessed)
    waiting.current++
    queue.current = queue.current
      .then(act)
      .catch((error: unknown) => toast(firstText(error, 'Something went wrong.'), { kind: 'danger' }))
      .then(settle)
  }

  return {
    order,
    page,
    last,
    shown: order.slice((page - 1) * per_page, page * per_page),
    goTo,
    /** What moves to another page of the order is followed there. */
    move: (clip_id: number, before: number | null, place: number) => {
      target.current = Math.ceil(place / per_page)
      send(placed(order, [clip_id], before), () => call(placeStaffMember, { ...at, body: { clip_id, before } }))
    },
    remove: ({ id: clip_id, name }: Member) => {
      const before = order[order.indexOf(clip_id) + 1] ?? null
      const putBack = () =>
        send(placed(order, [clip_id], before), () => call(addMembers, { ...at, body: { clip_ids: [clip_id], before } }))
      send(
        order.filter(one => one !== clip_id),
        async () => {
          await call(removeMembers, { ...at, body: { clip_ids: [clip_id] } })
          toast(`“${name}” is out of the collection`, { action: { label: 'Undo', onClick: putBack } })
        },
      )
    },
    add: async (clip_ids: number[]) => {
      const { data } = await call(addMembers, { ...at, body: { clip_ids } })
      await revalidate()
      return data
    },
    cover: (clip_id: number) =>
      send(order, () =>
        call(chooseStaffCover, { ...at, body: { clip_id: clip_id === cover_clip_id ? null : clip_id } }),
      ),
  }
}

export type Curating = ReturnType<typeof useCurating>
