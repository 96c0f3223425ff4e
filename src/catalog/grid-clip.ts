/** What a grid needs of a clip's card. A page carries its data twice, drawn and as data, so loaders send no more than this. */
import type { ClipCard, Picture } from './contract.ts'

export type GridClip = Pick<
  ClipCard,
  'id' | 'slug' | 'name' | 'duration_in_seconds' | 'width' | 'height' | 'flashing' | 'tier'
> & {
  movie: { public_paths: { hover: string; thumbs: readonly Picture[] } }
  collection: { data: { filmmaker: { data: { name: string } } } }
  formats: readonly { id: number }[]
}

/** WebP is left out: a browser that has it has AVIF too, and JPEG is there for the others. */
export const gridClip = (card: ClipCard): GridClip => {
  const { id, slug, name, duration_in_seconds, width, height, flashing, tier, movie, collection, formats } = card
  const { hover, thumbs } = movie.public_paths
  return {
    id,
    slug,
    name,
    duration_in_seconds,
    width,
    height,
    flashing,
    tier,
    movie: { public_paths: { hover, thumbs: thumbs.filter(({ type }) => type !== 'image/webp') } },
    collection: { data: { filmmaker: { data: { name: collection.data.filmmaker.data.name } } } },
    formats: formats.map(format => ({ id: format.id })),
  }
}
