/** The grid's view of a clip with the reasons why it matches. */
import { toGridClip, type GridClip } from './grid-clip.ts'
import type { VisualMatchClip } from './similar-contract.ts'

export type VisualMatchGridClip = GridClip & { reasons: readonly string[] }

export const toVisualMatchGridClip = (clip: VisualMatchClip): VisualMatchGridClip => ({
  ...toGridClip(clip),
  reasons: clip.reasons,
})

/** Returns the note under each picture, by clip id. */
export const getMatchNotes = (clips: readonly VisualMatchGridClip[]): ReadonlyMap<number, string> =>
  new Map(clips.map(({ id, reasons }) => [id, reasons.join(' · ')]))
