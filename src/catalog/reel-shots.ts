/** Selects the clips of a reel. */
import type { ClipCard } from './contract.ts'
import { clipPath } from './paths.ts'
import type { ReelShot } from './reel.tsx'

const MAX_SHOTS = 6
/** A narrower clip would lose most of its picture on a wide screen. */
const MIN_RATIO = 1.3

/** Returns the first clip of each shoot, then the others, without flashing and upright clips. With `byline`, shots name their filmmaker. */
export const selectReelShots = (clips: readonly ClipCard[], { byline = false } = {}): ReelShot[] => {
  const eligible = clips.filter(
    ({ flashing, width, height, movie }) => !flashing && width / height >= MIN_RATIO && movie.public_paths.hover !== '',
  )
  const shoots = new Set<number>()
  const isFirstOfShoot = ({ collection }: ClipCard) => !shoots.has(collection.data.id) && shoots.add(collection.data.id)
  const firstClips = eligible.filter(isFirstOfShoot)
  return [...firstClips, ...eligible.filter(clip => !firstClips.includes(clip))].slice(0, MAX_SHOTS).map(clip => ({
    id: clip.id,
    name: clip.name,
    path: clipPath(clip),
    ...(byline && { by: clip.collection.data.filmmaker.data.name }),
    thumbs: clip.movie.public_paths.thumbs.filter(({ type }) => type !== 'image/webp'),
    loop: clip.movie.public_paths.hover,
  }))
}
