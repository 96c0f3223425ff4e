/** Seeds published clips through the catalog's functions. Tests name what matters to them; the rest has defaults. */
import { createHash } from 'node:crypto'

import {
  publishClip,
  saveCategory,
  saveClip,
  saveCollection,
  saveFilmmaker,
  saveScene,
} from '../../src/catalog/save-catalog.server.ts'
import { indexClips } from '../../src/catalog/search-index.server.ts'
import type { Release } from '../../src/catalog/traits.ts'
import { saveMaster } from '../../src/media/masters.server.ts'
import type { Descriptors, RenditionSet } from '../../src/media/rendition-set.ts'
import type { Trx } from '../../src/platform/db/database.server.ts'
import { toSlug } from '../../src/platform/slug.ts'
import type { TestApp } from '../app.ts'

export type TestClipInput = {
  name?: string
  description?: string
  keywords?: string[]
  filmmaker?: string
  shoot?: string
  scene?: string
  category?: string
  subcategory?: string
  camera_look?: string
  motion?: string
  time_of_day?: string
  duration_ms?: number
  popularity?: number
  flashing?: boolean
  people_count?: number
  camera?: string
  lens?: string
  loopable?: boolean
  sound?: boolean
  /** As ffprobe names it. */
  pixel_format?: string
  location_type?: string
  width?: number
  height?: number
  fps?: number
  releases?: Release[]
  /** Format ids; HD by default. */
  formats?: number[]
  tier?: 'standard' | 'premium' | 'signature'
  published_at?: Date
  draft?: boolean
  /** Overrides of the visual descriptors. */
  descriptors?: Partial<Descriptors>
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const pictureRenditions = (clip: string, kind: 'poster' | 'thumb_480' | 'thumb_156', width: number, height: number) =>
  (['avif', 'webp', 'jpeg'] as const).map(type => ({
    kind,
    mime: `image/${type}` as const,
    width,
    height,
    bytes: 1,
    sha256: hashOf(clip),
    path: `${kind.replace('_', '-')}.00000000.${type === 'jpeg' ? 'jpg' : type}`,
  }))

const videoRendition = (kind: 'preview' | 'hover', clip: string) => ({
  kind,
  mime: 'video/mp4' as const,
  width: 854,
  height: 480,
  bytes: 1,
  sha256: hashOf(clip),
  path: `${kind}.00000000.mp4`,
})

/** A rendition set as the pipeline would create it. */
const buildRenditionSet = (
  clip: string,
  duration_ms: number,
  {
    descriptors,
    pixel_format = 'yuv420p',
    sound = false,
  }: Pick<TestClipInput, 'descriptors' | 'pixel_format' | 'sound'>,
): RenditionSet => ({
  pipeline: 1,
  clip,
  master: {
    container: 'mov',
    width: 854,
    height: 480,
    fps_num: 24,
    fps_den: 1,
    fps: 24,
    codec: 'h264',
    profile: 'High',
    pixel_format,
    bit_depth: 8,
    duration_ms,
    frames: (duration_ms * 24) / 1_000,
    start_timecode: null,
    has_audio: sound,
    size_bytes: 1_000,
    sha256: hashOf(clip),
  },
  poster_ms: 0,
  notes: [],
  files: [
    videoRendition('preview', clip),
    videoRendition('hover', clip),
    ...pictureRenditions(clip, 'poster', 854, 480),
    ...pictureRenditions(clip, 'thumb_480', 480, 270),
    ...pictureRenditions(clip, 'thumb_156', 278, 156),
  ],
  sprite: { columns: 6, rows: 5, tiles: 30, tile_width: 240, tile_height: 135, interval_ms: 200 },
  descriptors: {
    palette: [{ hex: '#102030', weight: 1 }],
    color_layout: Array.from({ length: 48 }, () => 0),
    edges: Array.from({ length: 32 }, () => 0),
    brightness: 0.5,
    motion_energy: 0.5,
    motion_direction: 'still',
    ...descriptors,
  },
})

/** Saves a clip and publishes it unless it is a draft. Returns its id. */
export const saveTestClip = async (trx: Trx, input: TestClipInput, now: Date): Promise<number> => {
  const {
    name = 'Quiet harbor',
    shoot = 'Northern shore',
    filmmaker = 'Ada Reyes',
    category = 'Oceans',
    duration_ms = 6_000,
  } = input
  const slug = toSlug(name)
  const filmmaker_id = await saveFilmmaker(trx, { slug: toSlug(filmmaker), name: filmmaker })
  const category_id = await saveCategory(trx, { slug: toSlug(category), name: category })
  const subcategory_id = input.subcategory
    ? await saveCategory(trx, { slug: toSlug(input.subcategory), name: input.subcategory, parent_id: category_id })
    : null
  const shoot_id = await saveCollection(trx, { kind: 'shoot', slug: toSlug(shoot), name: shoot, filmmaker_id })
  const scene_id = input.scene ? await saveScene(trx, { shoot_id, slug: toSlug(input.scene), name: input.scene }) : null
  const key = `${toSlug(shoot)}-${slug}`
  const storage_key = `masters/${key}.mp4`
  const file_name = `${slug}.mp4`
  const master_id = await saveMaster(trx, {
    set: buildRenditionSet(key, duration_ms, input),
    storage_key,
    file_name,
    folder: `renditions/${key}`,
  })
  const id = await saveClip(trx, {
    slug,
    name,
    description: input.description ?? '',
    keywords: input.keywords ?? [],
    filmmaker_id,
    shoot_id,
    scene_id,
    category_id,
    subcategory_id,
    master_id,
    width: input.width ?? 854,
    height: input.height ?? 480,
    fps: input.fps ?? 24,
    duration_ms,
    camera_look: input.camera_look ?? 'handheld',
    motion: input.motion ?? 'realtime',
    time_of_day: input.time_of_day ?? 'day',
    flashing: input.flashing ?? false,
    location_type: input.location_type ?? '',
    people_count: input.people_count ?? 0,
    camera: input.camera ?? '',
    lens: input.lens ?? '',
    loopable: input.loopable ?? false,
    releases: input.releases ?? [],
    tier: input.tier ?? 'standard',
    popularity: input.popularity ?? 0.5,
    formats: (input.formats ?? [3]).map(format_id => ({
      format_id,
      width: 854,
      height: 480,
      codec: 'h264',
      size_bytes: 1_000,
      storage_key,
      file_name,
    })),
  })
  if (!input.draft) await publishClip(trx, id, input.published_at ?? now)
  return id
}

/** Saves several clips in one transaction. Returns their ids in order. */
export const saveTestClips = (
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  inputs: readonly TestClipInput[],
): Promise<number[]> =>
  db.transaction().execute(async trx => {
    const ids: number[] = []
    for (const input of inputs) ids.push(await saveTestClip(trx, input, clock.now()))
    return ids
  })

/** Removes a clip from search and sale; existing licenses stay valid. */
export const withdrawClip = async ({ db }: Pick<TestApp, 'db'>, id: number): Promise<void> =>
  db.transaction().execute(async trx => {
    await trx.updateTable('clips').set({ status: 'withdrawn' }).where('id', '=', id).execute()
    await indexClips(trx, [id])
  })
