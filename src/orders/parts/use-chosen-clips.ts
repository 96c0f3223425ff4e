import { useState } from 'react'

import type { OrderClip } from '../clips-contract.ts'

/** Clips of an order that somebody chose to give to a project together, kept while they go through its pages. */
export const useChosenClips = () => {
  const [chosen, setChosen] = useState<ReadonlyMap<number, OrderClip>>(new Map())
  const choose = (clip: OrderClip, isChosen: boolean) =>
    setChosen(before => {
      const after = new Map(before)
      if (isChosen) after.set(clip.id, clip)
      else after.delete(clip.id)
      return after
    })
  return {
    clips: [...chosen.values()],
    clear: () => setChosen(new Map()),
    /** What a row needs to be chosen; a refunded clip has no license to be given to a project. */
    choiceOf: (clip: OrderClip) => ({
      to: 'for a project',
      canChoose: !clip.refunded,
      isChosen: chosen.has(clip.id),
      choose: (isChosen: boolean) => choose(clip, isChosen),
    }),
  }
}
