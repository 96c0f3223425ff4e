/** Places on clip cards and on the clip page that later features fill. */
import { createContext, type ComponentType } from 'react'

import type { ClipDetail } from './contract.ts'
import type { GridClip } from './grid-clip.ts'

export type ClipSlots = {
  /** In the corner of a card. */
  CardActions?: ComponentType<{ clip: GridClip }>
  /** Beside the player: license, price, buying. */
  Purchase?: ComponentType<{ clip: ClipDetail }>
  /** Above clips that somebody put together: buying all of them. `of` is what they are called. */
  AddAll?: ComponentType<{ clips: readonly GridClip[]; of: string }>
}

export const ClipSlotsContext = createContext<ClipSlots>({})
export const ClipSlotsProvider = ClipSlotsContext.Provider
