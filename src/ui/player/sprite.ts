/** A clip's thumbnails on one sprite sheet, listed in a WebVTT file: `sheet.jpg#xywh=x,y,width,height` per cue. */

export type Thumb = { from: number; to: number; url: string; x: number; y: number; width: number; height: number }

const TIME_PATTERN = String.raw`(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})`
const CUE_PATTERN = new RegExp(
  String.raw`${TIME_PATTERN}[ \t]+-->[ \t]+${TIME_PATTERN}[^\n]*\n([^\n#]+)#xywh=(\d+),(\d+),(\d+),(\d+)`,
  'g',
)

const toSeconds = (parts: readonly (string | undefined)[]): number => {
  const [hours, minutes, wholeSeconds, thousandths] = parts.map(part => Number(part ?? 0))
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (wholeSeconds ?? 0) + (thousandths ?? 0) / 1000
}

/**
 * Parses the cues in file order, skipping anything else. `base` is the file's URL, against which sheet URLs are
 * resolved.
 */
export const parseThumbs = (vtt: string, base: string): Thumb[] =>
  [...vtt.replaceAll('\r\n', '\n').matchAll(CUE_PATTERN)].map(match => {
    const [x, y, width, height] = match.slice(10, 14).map(Number)
    return {
      from: toSeconds(match.slice(1, 5)),
      to: toSeconds(match.slice(5, 9)),
      url: new URL((match[9] ?? '').trim(), base).href,
      x: x ?? 0,
      y: y ?? 0,
      width: width ?? 0,
      height: height ?? 0,
    }
  })

/** Returns the thumbnail at a time in seconds, or else the last one before it. */
export const findThumb = (thumbs: readonly Thumb[], seconds: number): Thumb | undefined =>
  thumbs.findLast(thumb => thumb.from <= seconds) ?? thumbs[0]

/** Returns the size of the sheet that these thumbnails are on. */
export const getSheetSize = (thumbs: readonly Thumb[]): { width: number; height: number } => ({
  width: Math.max(0, ...thumbs.map(({ x, width }) => x + width)),
  height: Math.max(0, ...thumbs.map(({ y, height }) => y + height)),
})
