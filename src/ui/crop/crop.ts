/** The rules of cropping a picture to a square; a circle is a square that is shown round. */

/** What the host takes: both sides of a crop have at least so many of the picture's own pixels. */
export const least_px = 64
/** More than this is not shown anywhere. */
export const largest_px = 1_024
export const jpeg_quality = 0.95

export type Size = { width: number; height: number }
/** A part of a picture, in percent of its sides. */
export type Part = { x: number; y: number; width: number; height: number }

export const isTooSmall = ({ width, height }: Size): boolean => Math.min(width, height) < least_px

/** The largest square in the middle. */
export const firstPart = ({ width, height }: Size): Part => {
  const side = Math.min(width, height)
  const part = { width: (side / width) * 100, height: (side / height) * 100 }
  return { ...part, x: (100 - part.width) / 2, y: (100 - part.height) / 2 }
}

/** How many pixels of the screen the shortest side of a crop has, when the picture is shown so wide. */
export const leastShown = (natural: Size, shown_width: number): number => (least_px * shown_width) / natural.width

/** The square of the picture's own pixels that a part means: whole, at least 64, and inside the picture. */
export const squareOf = (part: Part, { width, height }: Size): { x: number; y: number; side: number } => {
  const wanted = Math.round(Math.min((part.width / 100) * width, (part.height / 100) * height))
  const side = Math.min(Math.max(wanted, least_px), width, height)
  const within = (start: number, whole: number) => Math.min(Math.max(Math.round(start), 0), whole - side)
  return { x: within((part.x / 100) * width, width), y: within((part.y / 100) * height, height), side }
}
