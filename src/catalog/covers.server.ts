/** What stands for several clips: the picture of one of them, which moves when it is touched. */
import type { CollectionCard, Cover } from './collections-contract.ts'
import type { ClipCard } from './contract.ts'

/** From the text of a card, as the search keeps it. */
export const coverOf = (card: string | null | undefined): Cover | null =>
  card ? coverOfClip(JSON.parse(card) as ClipCard) : null

/** A flashing clip has a picture and no loop. */
export const coverOfClip = ({ width, height, flashing, movie }: ClipCard): Cover => {
  const { thumbs, poster, hover } = movie.public_paths
  return { width, height, thumbs, poster, loop: flashing || hover === '' ? null : hover }
}

/** The spec's three videos; the third plays under the pointer. Of a flashing clip there is none. */
export const trailerOf = (card: string | null): CollectionCard['trailer_video_data'] => {
  if (!card) return null
  const { flashing, movie } = JSON.parse(card) as ClipCard
  const { poster, preview, hover } = movie.public_paths
  if (flashing || hover === '') return null
  const videos = [
    { name: 'preview', url: preview },
    { name: 'loop', url: hover },
    { name: 'trailer', url: hover },
  ]
  return { preview: { poster, videos } }
}
