/** The in and out marks of clips on a board: the address that opens a clip with them, and how the board shows them. */
import { toGridClip, type GridClip } from '#catalog/grid-clip.ts'
import { clipPath } from '#catalog/paths.ts'
import { secondsToTimecode } from '#ui/player/frames.ts'
import { writeMarks, type Marks } from '#ui/player/marks.ts'

import type { Board } from '../contract.ts'

export const findMarks = ({ marks }: Pick<Board, 'marks'>, clip_id: number): Marks | undefined => {
  const entry = marks.find(candidate => candidate.clip_id === clip_id)
  return entry && { ...(entry.in !== null && { in: entry.in }), ...(entry.out !== null && { out: entry.out }) }
}

/** Returns the clips for a grid; one with marks opens with them. */
export const toBoardClips = (board: Board): GridClip[] =>
  board.clips.map(clip => {
    const marks = findMarks(board, clip.id)
    const path = marks && `${clipPath(clip)}?${writeMarks(new URLSearchParams(), marks)}`
    return { ...toGridClip(clip), ...(path !== undefined && { path }) }
  })

/** Returns the marks as notes on the clips: "In 00:00:01:00, out 00:00:03:00". */
export const toMarkNotes = (board: Board): ReadonlyMap<number, string> =>
  new Map(
    board.clips.flatMap(({ id, fps }) => {
      const marks = findMarks(board, id)
      const at = (frame: number) => secondsToTimecode((frame + 0.5) / fps, fps)
      const parts = [
        ...(marks?.in !== undefined ? [`in ${at(marks.in)}`] : []),
        ...(marks?.out !== undefined ? [`out ${at(marks.out)}`] : []),
      ].join(', ')
      return parts === '' ? [] : [[id, parts.charAt(0).toUpperCase() + parts.slice(1)] as const]
    }),
  )
