/** In and out marks of a clip in requests, and those that a clip page shows. */
import * as z from 'zod/mini'

const MAX_FRAME = 9_999_999
const frame = () => {
  const message = 'A mark is the number of a frame, from 0.'
  return z.optional(z.int(message).check(z.minimum(0, message), z.maximum(MAX_FRAME, message)))
}

/** Both frames belong to the marked range. */
export const MarksBody = z
  .object({ in: frame(), out: frame() })
  .check(
    z.refine(
      marks => marks.in === undefined || marks.out === undefined || marks.in <= marks.out,
      'The in mark comes first.',
    ),
  )
export type MarksBody = z.infer<typeof MarksBody>

/** Whether the marks are frames of a clip with `frames` frames. */
export const areMarksInClip = (marks: MarksBody, frames: number): boolean =>
  (marks.in ?? 0) < frames && (marks.out ?? 0) < frames

export const MARKS_OUTSIDE_TEXT = 'These marks are beyond the end of the clip.'
