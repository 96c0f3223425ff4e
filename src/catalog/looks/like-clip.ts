/** What a grid needs of a clip that is shown for a reason. */
import { gridClip, type GridClip } from '../grid-clip.ts'
import type { LikeClip } from './contract.ts'

export type ShownLikeClip = GridClip & { reasons: readonly string[] }

export const shownLikeClip = (clip: LikeClip): ShownLikeClip => ({ ...gridClip(clip), reasons: clip.reasons })

/** One line under each picture. */
export const notesOf = (clips: readonly ShownLikeClip[]): ReadonlyMap<number, string> =>
  new Map(clips.map(({ id, reasons }) => [id, reasons.join(' · ')]))
