/** Slots on clip cards and the clip page that other features fill. */
import { createContext, use, type ComponentType, type ReactNode } from 'react'

import type { ClipDetail } from './contract.ts'
import type { GridClip } from './grid-clip.ts'

export type ClipSlots = {
  /** Around the cards of a grid: loads what they say about the user. */
  CardMarks?: ComponentType<{ clip_ids: readonly number[]; children: ReactNode }>
  /** On the picture of a card: what the user has of it. */
  CardMark?: ComponentType<{ clip: GridClip }>
  /** In the corner of a card. */
  CardActions?: ComponentType<{ clip: GridClip }>
  /** In the bar of selected clips: adds them to a board or the cart. */
  SelectionActions?: ComponentType<{ clips: readonly GridClip[] }>
  /** Beside the player: license, price, add to cart. */
  Purchase?: ComponentType<{ clip: ClipDetail }>
  /** Beside the heading of similar clips: searches for clips like the frame in the player. */
  SearchByFrame?: ComponentType
  /** Above a collection of clips: adds all of them to the cart. `of` is the collection’s name. */
  AddAll?: ComponentType<{ clips: readonly GridClip[]; of: string }>
}

export const ClipSlotsContext = createContext<ClipSlots>({})
export const ClipSlotsProvider = ClipSlotsContext.Provider

const Unmarked = ({ children }: { children: ReactNode }) => children

/** Wraps the cards of a grid. */
export const CardMarks = ({ clips, children }: { clips: readonly GridClip[]; children: ReactNode }) => {
  const { CardMarks: Marks = Unmarked } = use(ClipSlotsContext)
  return <Marks clip_ids={clips.map(({ id }) => id)}>{children}</Marks>
}
