import { useState } from 'react'

import type { OrderClip } from './contract.ts'

/** The clips of an order that the user selected for a project. The selection stays while the user pages through the order. */
export const useClipSelection = () => {
  const [selected, setSelected] = useState<ReadonlyMap<number, OrderClip>>(new Map())
  const choose = (clip: OrderClip, isChosen: boolean) =>
    setSelected(previous => {
      const next = new Map(previous)
      if (isChosen) next.set(clip.id, clip)
      else next.delete(clip.id)
      return next
    })
  return {
    clips: [...selected.values()],
    clear: () => setSelected(new Map()),
    /** Returns a row's checkbox props. A refunded clip has no license to assign. */
    getChoice: (clip: OrderClip) => ({
      to: 'for a project',
      canChoose: !clip.refunded,
      isChosen: selected.has(clip.id),
      choose: (isChosen: boolean) => choose(clip, isChosen),
    }),
  }
}
