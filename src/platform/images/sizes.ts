/** 25 MB, as operating systems count them. */
export const MAX_IMAGE_BYTES = 25 * 1_024 * 1_024

type ImageFormat = {
  /** The widths that our image host renders. */
  widths_px: readonly number[]
  /** The height as a fraction of the width; null: the picture's own. */
  height: number | null
  /** The minimum width and height of an upload. */
  min_px: number
}

/** The formats of avatars, of feature banners and of content pages. The upload folder decides which one applies. */
const SQUARE_FORMAT: ImageFormat = { widths_px: [156, 512], height: 1, min_px: 64 }
const FREE_FORMAT: ImageFormat = { widths_px: [720, 1_440], height: null, min_px: 64 }
const WIDE_FORMAT: ImageFormat = { widths_px: [480, 960], height: 9 / 16, min_px: 270 }

export const BANNER_FOLDER = 'banners'
export const CONTENT_FOLDER = 'content'
export const getImageFormat = (folder: string): ImageFormat =>
  folder.startsWith(`${BANNER_FOLDER}/`)
    ? WIDE_FORMAT
    : folder.startsWith(`${CONTENT_FOLDER}/`)
      ? FREE_FORMAT
      : SQUARE_FORMAT

/** The width of image URLs unless another one is requested. */
export const DEFAULT_WIDTH_PX = 156

export const imageUrl = (id: string, px: number = DEFAULT_WIDTH_PX): string => `/media/images/${id}/${px}.webp`

const OWN_IMAGE_URL = /^(\/media\/images\/[\da-f]{32}\/)\d+\.webp$/

/** Returns the URL of the smallest square rendition that is at least `px` wide. URLs of other hosts are unchanged. */
export const imageUrlAtLeast = (url: string, px: number): string => {
  const [, folder] = OWN_IMAGE_URL.exec(url) ?? []
  return folder
    ? `${folder}${SQUARE_FORMAT.widths_px.find(size => size >= px) ?? SQUARE_FORMAT.widths_px.at(-1)}.webp`
    : url
}
