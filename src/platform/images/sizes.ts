/** 25 MB, as people's machines count them. */
export const most_bytes = 25 * 1_024 * 1_024

/** In which sizes our image host keeps a picture; each is square. */
export const sizes_px = [156, 512] as const
/** What an address names, unless somebody asks for another. */
export const usual_px = 156

export const imageUrl = (id: string, px: number = usual_px): string => `/media/images/${id}/${px}.webp`

const ours = /^(\/media\/images\/[\da-f]{32}\/)\d+\.webp$/

/** The address of the smallest form of a picture that is at least so large; an address of another host stays as it is. */
export const atLeast = (url: string, px: number): string => {
  const [, folder] = ours.exec(url) ?? []
  return folder ? `${folder}${sizes_px.find(size => size >= px) ?? sizes_px.at(-1)}.webp` : url
}
