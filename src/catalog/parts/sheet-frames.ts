/** Chooses the frames of a scrub sheet for a contact strip: two rows beside a poster of twice their height. Pure functions. */

/** The width of a strip relative to the height of a frame, on narrow and wide screens. */
const NARROW_RATIO = 7.1
const WIDE_RATIO = 10.67
/** The poster is as wide as two frames. */
const POSTER_COLUMNS = 2

type SheetLayout = { columns: number; rows: number; tiles: number }
export type SheetFrame = { column: number; row: number; in_narrow: boolean }

/** Returns how many columns of frames fit on narrow and on wide screens, and the frames in order. */
export const selectSheetFrames = (ratio: number, { columns, tiles }: SheetLayout) => {
  const countColumns = (stripRatio: number, max: number) =>
    Math.max(0, Math.min(Math.floor(tiles / 2), max, Math.round(stripRatio / ratio) - POSTER_COLUMNS))
  const narrow = countColumns(NARROW_RATIO, 4)
  const wide = Math.max(narrow, countColumns(WIDE_RATIO, 8))
  const count = wide * 2
  const frames: SheetFrame[] = Array.from({ length: count }, (_, i) => {
    const tile = Math.floor(((i + 0.5) * tiles) / count)
    const toNarrowIndex = (n: number) => Math.floor((n * narrow) / wide)
    return {
      column: tile % columns,
      row: Math.floor(tile / columns),
      in_narrow: toNarrowIndex(i + 1) > toNarrowIndex(i),
    }
  })
  return { narrow, wide, frames }
}
