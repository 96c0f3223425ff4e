/** What a contact sheet needs of a clip: a grid's card and its scrub sheet. */
import type { SheetClip } from '../collections-contract.ts'
import { gridClip, type GridClip } from '../grid-clip.ts'

export type SheetGridClip = GridClip & { sprite: string; sheet: SheetClip['sheet'] }

export const sheetGridClip = (clip: SheetClip): SheetGridClip => ({
  ...gridClip(clip),
  sprite: clip.movie.public_paths.sprite,
  sheet: clip.sheet,
})
