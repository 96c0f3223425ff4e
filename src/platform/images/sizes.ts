/** 25 MB, as people's machines count them. */
export const most_bytes = 25 * 1_024 * 1_024

type Shape = {
  /** In which widths our image host keeps a picture. */
  widths_px: readonly number[]
  /** How high it is for its width. */
  height: number
  /** Of what was sent, each way. */
  least_px: number
}

/** Of people and workspaces, and of feature banners; the folder that a picture was sent into says which. */
const square: Shape = { widths_px: [156, 512], height: 1, least_px: 64 }
const wide: Shape = { widths_px: [480, 960], height: 9 / 16, least_px: 270 }

export const wide_folder = 'banners'
export const shapeOf = (folder: string): Shape => (folder.startsWith(`${wide_folder}/`) ? wide : square)

/** What an address names, unless somebody asks for another. */
export const usual_px = 156

export const imageUrl = (id: string, px: number = usual_px): string => `/media/images/${id}/${px}.webp`

const ours = /^(\/media\/images\/[\da-f]{32}\/)\d+\.webp$/

/** The address of the smallest form of a square picture that is at least so large; an address of another host stays as it is. */
export const atLeast = (url: string, px: number): string => {
  const [, folder] = ours.exec(url) ?? []
  return folder ? `${folder}${square.widths_px.find(size => size >= px) ?? square.widths_px.at(-1)}.webp` : url
}
