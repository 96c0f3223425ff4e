import type { ClipDetail } from '../contract.ts'
import { clipPath, filmmakerPath } from '../paths.ts'

/** Returns the structured data of a clip for search engines. `absolute` turns a path into a full address. */
export const createVideoObject = (clip: ClipDetail, absolute: (path: string) => string): object => {
  const { poster, preview } = clip.movie.public_paths
  const { id, slug, name } = clip.collection.data.filmmaker.data
  return {
    '@type': 'VideoObject',
    name: clip.name,
    description: clip.description || clip.name,
    thumbnailUrl: [absolute(poster)],
    contentUrl: absolute(preview),
    url: absolute(clipPath(clip)),
    uploadDate: clip.published_at,
    duration: `PT${clip.duration_in_seconds.toFixed(3).replace(/\.?0+$/, '')}S`,
    width: clip.width,
    height: clip.height,
    keywords: clip.keywords,
    acquireLicensePage: absolute(clipPath(clip)),
    creator: { '@type': 'Organization', name, url: absolute(filmmakerPath({ id, slug })) },
  }
}
