/** Thumbnails of a clip on one sheet, listed in a WebVTT file: `sheet.jpg#xywh=x,y,width,height` for each stretch of time. */

export type Thumb = { from: number; to: number; url: string; x: number; y: number; width: number; height: number }

const time = String.raw`(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})`
const cue = new RegExp(String.raw`${time}[ \t]+-->[ \t]+${time}[^\n]*\n([^\n#]+)#xywh=(\d+),(\d+),(\d+),(\d+)`, 'g')

const seconds = (parts: readonly (string | undefined)[]): number => {
  const [hours, minutes, whole, thousandths] = parts.map(part => Number(part ?? 0))
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (whole ?? 0) + (thousandths ?? 0) / 1000
}

/** Cues in the order of the file; `base` is the file's own address, against which sheets are resolved. What is no cue is skipped. */
export const parseThumbs = (vtt: string, base: string): Thumb[] =>
  [...vtt.replaceAll('\r\n', '\n').matchAll(cue)].map(match => {
    const [x, y, width, height] = match.slice(10, 14).map(Number)
    return {
      from: seconds(match.slice(1, 5)),
      to: seconds(match.slice(5, 9)),
      url: new URL((match[9] ?? '').trim(), base).href,
      x: x ?? 0,
      y: y ?? 0,
      width: width ?? 0,
      height: height ?? 0,
    }
  })

/** The thumbnail for a moment: its own, or the last one before it. */
export const thumbAt = (thumbs: readonly Thumb[], at: number): Thumb | undefined =>
  thumbs.findLast(thumb => thumb.from <= at) ?? thumbs[0]
