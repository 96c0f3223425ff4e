/**
 * In and out marks: frame numbers from the clip's first frame. The marked range includes both and is what plays. A moment is
 * a time in seconds.
 */

export type Marks = { in?: number; out?: number }

/** Sets the in mark. Removes the out mark when it is before it. */
export const markIn = (marks: Marks, frame: number): Marks =>
  marks.out !== undefined && marks.out < frame ? { in: frame } : { ...marks, in: frame }

export const markOut = (marks: Marks, frame: number): Marks =>
  marks.in !== undefined && marks.in > frame ? { out: frame } : { ...marks, out: frame }

/** Returns the first and the last frame that play, of a clip with `frames` frames. */
export const getPlayRange = (marks: Marks, frames: number): { first: number; last: number } => ({
  first: marks.in ?? 0,
  last: marks.out ?? frames - 1,
})

/** Returns what to do at `frame` while playing at `rate`: jump to a frame, stop at one, or undefined to continue. */
export const findEdge = (
  frame: number,
  rate: number,
  marks: Marks,
  frames: number,
  loop: boolean,
): { frame: number; stop: boolean } | undefined => {
  const { first, last } = getPlayRange(marks, frames)
  if (rate > 0 && frame > last) return loop ? { frame: first, stop: false } : { frame: last, stop: true }
  // Backward, playback cannot go past the clip's first frame, so frame 0 is the edge.
  if (rate < 0 && (frame < first || frame === 0))
    return loop && last > first ? { frame: last, stop: false } : { frame: first, stop: true }
  return undefined
}

/** Parses marks from a URL, as in `?in=48&out=95`. Ignores invalid ranges for a clip with `frames` frames. */
export const readMarks = (search: URLSearchParams, frames: number): Marks => {
  const readFrame = (name: string) => {
    const text = search.get(name) ?? ''
    return /^\d{1,7}$/.test(text) && Number(text) < frames ? Number(text) : undefined
  }
  const [first, last] = [readFrame('in'), readFrame('out')]
  if (first !== undefined && last !== undefined && first > last) return {}
  return { ...(first !== undefined && { in: first }), ...(last !== undefined && { out: last }) }
}

/** Returns the URL parameters with these marks, and all others unchanged. */
export const writeMarks = (search: URLSearchParams, marks: Marks): URLSearchParams => {
  const result = new URLSearchParams(search)
  for (const name of ['in', 'out'] as const) {
    const frame = marks[name]
    if (frame === undefined) result.delete(name)
    else result.set(name, String(frame))
  }
  return result
}

/** Parses a moment from a URL, as in `?t=3.146`. Ignores one that is not in a clip of this duration. */
export const readMoment = (search: URLSearchParams, duration: number): number | undefined => {
  const text = search.get('t') ?? ''
  return /^\d{1,6}(?:\.\d{1,3})?$/.test(text) && Number(text) < duration ? Number(text) : undefined
}

/** Returns the URL parameters of a moment. Milliseconds are exact enough for a frame. */
export const writeMoment = (seconds: number): URLSearchParams =>
  new URLSearchParams({ t: String(Math.round(seconds * 1000) / 1000) })
