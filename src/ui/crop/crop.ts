/** Calculations for cropping a picture to a square. A circle is a square that is displayed round. */

/** The image host's minimum side of a crop, in the picture's own pixels. */
export const MIN_CROP_PX = 64
/** The largest displayed size of a picture. */
export const MAX_OUTPUT_PX = 1_024
export const JPEG_QUALITY = 0.95

export type ImageSize = { width: number; height: number }
/** An area of a picture, in percent of its sides. */
export type CropArea = { x: number; y: number; width: number; height: number }

export const isTooSmall = ({ width, height }: ImageSize): boolean => Math.min(width, height) < MIN_CROP_PX

/** Returns the largest centered square. */
export const getInitialCropArea = ({ width, height }: ImageSize): CropArea => {
  const side = Math.min(width, height)
  const size = { width: (side / width) * 100, height: (side / height) * 100 }
  return { ...size, x: (100 - size.width) / 2, y: (100 - size.height) / 2 }
}

/** Returns the minimum side of a crop in CSS pixels, when the picture is displayed at this width. */
export const getMinDisplayedSize = (size: ImageSize, shown_width: number): number =>
  (MIN_CROP_PX * shown_width) / size.width

/** Returns the square of an area in the picture's own pixels: whole numbers, at least 64, and inside the picture. */
export const toPixelSquare = (area: CropArea, { width, height }: ImageSize): { x: number; y: number; side: number } => {
  const requested = Math.round(Math.min((area.width / 100) * width, (area.height / 100) * height))
  const side = Math.min(Math.max(requested, MIN_CROP_PX), width, height)
  const clamp = (start: number, length: number) => Math.min(Math.max(Math.round(start), 0), length - side)
  return { x: clamp((area.x / 100) * width, width), y: clamp((area.y / 100) * height, height), side }
}
