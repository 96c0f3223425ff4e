/** Converts clip records to the cards and details that the API returns. */
import { formatOf } from '#licensing/terms.ts'
import type { StoredRenditions } from '#media/masters.server.ts'
import type { RenditionKind } from '#media/rendition-set.ts'
import { renditionUrl } from '#platform/storage/files.server.ts'

import type { ClipRecord } from './clip-records.server.ts'
import type { ClipCard, ClipDetail, Picture } from './contract.ts'

/** Returns the files of some kinds, in that order (AVIF, WebP, JPEG within a kind). Empty for a clip without renditions. */
export const picturesOf = ({ files = [] }: Partial<StoredRenditions>, ...kinds: RenditionKind[]): Picture[] =>
  kinds
    .flatMap(kind => files.filter(file => file.kind === kind))
    .map(({ key, mime, width, height }) => ({ url: renditionUrl(key), type: mime, width, height }))

export const fileUrlOf = (renditions: Partial<StoredRenditions>, kind: RenditionKind): string =>
  picturesOf(renditions, kind).at(-1)?.url ?? ''

const toReference = ({ id, slug, name }: { id: number; slug: string; name: string }) => ({ id, slug, name })

const buildCard = (clip: ClipRecord, ...thumbs: RenditionKind[]): ClipCard => {
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
    releases: clip.releases,
    movie: {
      public_paths: {
        preview: fileUrlOf(renditions, 'preview'),
        hover: fileUrlOf(renditions, 'hover'),
        poster: fileUrlOf(renditions, 'poster'),
        sprite: fileUrlOf(renditions, 'sprite'),
        sprite_vtt: fileUrlOf(renditions, 'sprite_vtt'),
        thumbs: picturesOf(renditions, ...thumbs),
      },
    },
    collection: { data: { ...toReference(clip.shoot), filmmaker: { data: toReference(clip.filmmaker) } } },
    formats: clip.formats.map(({ id, ...fields }) => ({ id, format: formatOf(id).name, ...fields })),
  }
}

/** Returns the card for grids, with thumbnails for plain and dense screens. */
export const toClipCard = (clip: ClipRecord): ClipCard => buildCard(clip, 'thumb_480', 'poster')

/** Returns the detail for the clip page. Only for published clips. */
export const toClipDetail = (clip: ClipRecord): ClipDetail => {
  const { facts, descriptors } = clip.master
  return {
    ...buildCard(clip, 'thumb_156', 'thumb_480', 'poster'),
    description: clip.description,
    keywords: clip.keywords,
    category: { slug: clip.category.slug, name: clip.category.name },
    subcategory: clip.subcategory && { slug: clip.subcategory.slug, name: clip.subcategory.name },
    scene: clip.scene,
    camera_look: clip.camera_look,
    motion: clip.motion,
    time_of_day: clip.time_of_day,
    location_type: clip.location_type,
    camera: clip.camera,
    lens: clip.lens,
    people_count: clip.people_count,
    loopable: clip.loopable,
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
