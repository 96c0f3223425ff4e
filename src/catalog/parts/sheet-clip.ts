/** The clip data of a contact sheet: the grid clip and its scrub sheet. */
import type { SheetClip } from '../collections-contract.ts'
import { toGridClip, type GridClip } from '../grid-clip.ts'

export type SheetGridClip = GridClip & { sprite: string; sheet: SheetClip['sheet'] }

export const toSheetGridClip = (clip: SheetClip): SheetGridClip => ({
  ...toGridClip(clip),
  sprite: clip.movie.public_paths.sprite,
  sheet: clip.sheet,
})
