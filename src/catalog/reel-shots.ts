/** Which clips make a reel. Pure. */
import type { ClipCard } from './contract.ts'
import { clipPath } from './paths.ts'
import type { Shot } from './reel.tsx'

const most_shots = 6
/** What is narrower would lose most of its picture on a wide screen. */
const least_ratio = 1.3

/** The first clip of each shoot, then the others, without what flashes or stands upright. With `byline` each says whose it is. */
export const reelShots = (clips: readonly ClipCard[], { byline = false } = {}): Shot[] => {
  const fitting = clips.filter(
    ({ flashing, width, height, movie }) =>
      !flashing && width / height >= least_ratio && movie.public_paths.hover !== '',
  )
  const shoots = new Set<number>()
  const isFirst = ({ collection }: ClipCard) => !shoots.has(collection.data.id) && shoots.add(collection.data.id)
  const first = fitting.filter(isFirst)
  return [...first, ...fitting.filter(clip => !first.includes(clip))].slice(0, most_shots).map(clip => ({
    id: clip.id,
    name: clip.name,
    path: clipPath(clip),
    ...(byline && { by: clip.collection.data.filmmaker.data.name }),
    thumbs: clip.movie.public_paths.thumbs.filter(({ type }) => type !== 'image/webp'),
    loop: clip.movie.public_paths.hover,
  }))
}
