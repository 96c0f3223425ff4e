/** The fields of a clip card that grids need. Pages send card data twice, as HTML and as loader data, so loaders send only these. */
import type { ClipCard, Picture } from './contract.ts'

export type GridClip = Pick<
  ClipCard,
  'id' | 'slug' | 'name' | 'duration_in_seconds' | 'width' | 'height' | 'flashing' | 'tier' | 'releases'
> & {
  movie: { public_paths: { hover: string; thumbs: readonly Picture[] } }
  collection: { data: { filmmaker: { data: { name: string } } } }
  formats: readonly { id: number }[]
  /** Where its card leads, if not to the plain clip page. */
  path?: string
}

/** Drops WebP: browsers that support it also support AVIF, and JPEG serves the others. */
export const toGridClip = (card: ClipCard): GridClip => {
  const { id, slug, name, duration_in_seconds, width, height, flashing, tier, releases, movie, collection, formats } =
    card
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
    releases,
    movie: { public_paths: { hover, thumbs: thumbs.filter(({ type }) => type !== 'image/webp') } },
    collection: { data: { filmmaker: { data: { name: collection.data.filmmaker.data.name } } } },
    formats: formats.map(format => ({ id: format.id })),
  }
}
