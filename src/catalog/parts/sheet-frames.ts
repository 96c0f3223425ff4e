/** Which frames of a scrub sheet stand on a contact strip, two rows of them beside a poster of twice their height. Pure. */

/** How many times a frame's height a strip is wide, on narrow and wide screens. */
const narrow_ratio = 7.1
const wide_ratio = 10.67
/** The poster takes the width of two frames. */
const poster_columns = 2

type Sheet = { columns: number; rows: number; tiles: number }
export type SheetFrame = { column: number; row: number; in_narrow: boolean }

/** How many columns of frames fit, on narrow and on wide screens, and the frames in their order. */
export const sheetFrames = (ratio: number, { columns, tiles }: Sheet) => {
  const fitting = (strip_ratio: number, most: number) =>
    Math.max(0, Math.min(Math.floor(tiles / 2), most, Math.round(strip_ratio / ratio) - poster_columns))
  const narrow = fitting(narrow_ratio, 4)
  const wide = Math.max(narrow, fitting(wide_ratio, 8))
  const count = wide * 2
  const frames: SheetFrame[] = Array.from({ length: count }, (_, i) => {
    const tile = Math.floor(((i + 0.5) * tiles) / count)
    const share = (n: number) => Math.floor((n * narrow) / wide)
    return { column: tile % columns, row: Math.floor(tile / columns), in_narrow: share(i + 1) > share(i) }
  })
  return { narrow, wide, frames }
}
