/** From what is known of a clip to what the API shows of it. */
import { formatOf } from '#licensing/terms.ts'
import type { StoredRenditions } from '#media/masters.server.ts'
import type { RenditionKind } from '#media/rendition-set.ts'
import { renditionUrl } from '#platform/storage/files.server.ts'

import type { ClipFacts } from './clip-facts.server.ts'
import type { ClipCard, ClipDetail, Picture } from './contract.ts'

/** Files of some kinds in their order, AVIF before WebP before JPEG as the pipeline lists them. A clip without renditions has none. */
export const picturesOf = ({ files = [] }: Partial<StoredRenditions>, ...kinds: RenditionKind[]): Picture[] =>
  kinds
    .flatMap(kind => files.filter(file => file.kind === kind))
    .map(({ key, mime, width, height }) => ({ url: renditionUrl(key), type: mime, width, height }))

export const urlOf = (renditions: Partial<StoredRenditions>, kind: RenditionKind): string =>
  picturesOf(renditions, kind).at(-1)?.url ?? ''

const shortName = ({ id, slug, name }: { id: number; slug: string; name: string }) => ({ id, slug, name })

const cardWith = (clip: ClipFacts, ...thumbs: RenditionKind[]): ClipCard => {
  const { renditions } = clip.master
  return {
    id: clip.id,
    slug: clip.slug,
    name: clip.name,
    duration_in_seconds: clip.duration_ms / 1_000,
    width: clip.width,
    height: clip.height,
    fps: clip.fps,
    flashing: clip.flashing,
    tier: clip.tier,
    movie: {
      public_paths: {
        preview: urlOf(renditions, 'preview'),
        hover: urlOf(renditions, 'hover'),
        poster: urlOf(renditions, 'poster'),
        sprite: urlOf(renditions, 'sprite'),
        sprite_vtt: urlOf(renditions, 'sprite_vtt'),
        thumbs: picturesOf(renditions, ...thumbs),
      },
    },
    collection: { data: { ...shortName(clip.shoot), filmmaker: { data: shortName(clip.filmmaker) } } },
    formats: clip.formats.map(({ id, ...facts }) => ({ id, format: formatOf(id).name, ...facts })),
  }
}

/** For grids: pictures that fit a row, on plain and on dense screens. */
export const cardOf = (clip: ClipFacts): ClipCard => cardWith(clip, 'thumb_480', 'poster')

/** For the clip's own page. Only of a published clip. */
export const detailOf = (clip: ClipFacts): ClipDetail => {
  const { facts, descriptors } = clip.master
  return {
    ...cardWith(clip, 'thumb_156', 'thumb_480', 'poster'),
    description: clip.description,
    keywords: clip.keywords,
    category: { slug: clip.category.slug, name: clip.category.name },
    subcategory: clip.subcategory && { slug: clip.subcategory.slug, name: clip.subcategory.name },
    scene: clip.scene,
    camera_look: clip.camera_look,
    motion: clip.motion,
    time_of_day: clip.time_of_day,
    location_type: clip.location_type,
    people_count: clip.people_count,
    loopable: clip.loopable,
    releases: clip.releases,
    production: clip.production,
    published_at: clip.published_at ?? '',
    tech: {
      container: facts.container,
      codec: facts.codec,
      profile: facts.profile,
      pixel_format: facts.pixel_format,
      bit_depth: facts.bit_depth,
      frames: facts.frames,
      start_timecode: facts.start_timecode,
      has_audio: facts.has_audio,
      size_bytes: facts.size_bytes,
    },
    palette: descriptors.palette,
  }
}
