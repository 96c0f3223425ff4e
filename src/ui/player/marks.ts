/** The in and out marks of an editor: frames counted from the clip's first. Both belong to what lies between them, which is what plays. */

export type Marks = { in?: number; out?: number }

/** Setting a mark past the other one lets go of the other. */
export const markIn = (marks: Marks, frame: number): Marks =>
  marks.out !== undefined && marks.out < frame ? { in: frame } : { ...marks, in: frame }

export const markOut = (marks: Marks, frame: number): Marks =>
  marks.in !== undefined && marks.in > frame ? { out: frame } : { ...marks, out: frame }

/** The first and the last frame that play, of a clip of so many. */
export const playRange = (marks: Marks, frames: number): { first: number; last: number } => ({
  first: marks.in ?? 0,
  last: marks.out ?? frames - 1,
})

/** What to do at `frame` while playing at `rate`: jump to a frame, stop at one, or go on (undefined). */
export const atEdge = (
  frame: number,
  rate: number,
  marks: Marks,
  frames: number,
  loop: boolean,
): { frame: number; stop: boolean } | undefined => {
  const { first, last } = playRange(marks, frames)
  if (rate > 0 && frame > last) return loop ? { frame: first, stop: false } : { frame: last, stop: true }
  // Backward there is nothing before the clip's first frame to run into.
  if (rate < 0 && (frame < first || frame === 0))
    return loop && last > first ? { frame: last, stop: false } : { frame: first, stop: true }
  return undefined
}

/** `?in=48&out=95`: marks as they stand in an address. Whatever is no range of a clip of so many frames is left out. */
export const readMarks = (search: URLSearchParams, frames: number): Marks => {
  const frameIn = (name: string) => {
    const text = search.get(name) ?? ''
    return /^\d{1,7}$/.test(text) && Number(text) < frames ? Number(text) : undefined
  }
  const [first, last] = [frameIn('in'), frameIn('out')]
  if (first !== undefined && last !== undefined && first > last) return {}
  return { ...(first !== undefined && { in: first }), ...(last !== undefined && { out: last }) }
}

/** The same address with these marks; all else in it stays. */
export const writeMarks = (search: URLSearchParams, marks: Marks): URLSearchParams => {
  const written = new URLSearchParams(search)
  for (const name of ['in', 'out'] as const) {
    const frame = marks[name]
    if (frame === undefined) written.delete(name)
    else written.set(name, String(frame))
  }
  return written
}
