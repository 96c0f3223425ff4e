/** Builds covers and trailers of collections from the cards of their clips. */
import type { CollectionCard, Cover } from './collections-contract.ts'
import type { ClipCard } from './contract.ts'

/** Parses a card’s JSON text, as stored in the search index. */
export const coverOf = (card: string | null | undefined): Cover | null =>
  card ? coverOfClip(JSON.parse(card) as ClipCard) : null

/** A flashing clip has no loop. */
export const coverOfClip = ({ width, height, flashing, movie }: ClipCard): Cover => {
  const { thumbs, poster, hover } = movie.public_paths
  return { width, height, thumbs, poster, loop: flashing || hover === '' ? null : hover }
}

/** Returns the spec’s three videos; the third plays on hover. null for a flashing clip. */
export const trailerDataOf = (card: string | null): CollectionCard['trailer_video_data'] => {
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
