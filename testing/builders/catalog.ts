/** Published clips for tests, through the catalog's own verbs: name what the test is about, the rest is filled in. */
import { createHash } from 'node:crypto'

import {
  publishClip,
  saveCategory,
  saveClip,
  saveCollection,
  saveFilmmaker,
  saveScene,
} from '../../src/catalog/save.server.ts'
import type { Release } from '../../src/catalog/traits.ts'
import { saveMaster } from '../../src/media/masters.server.ts'
import type { Descriptors, RenditionSet } from '../../src/media/rendition-set.ts'
import type { Trx } from '../../src/platform/database.server.ts'
import { slugOf } from '../../src/platform/slug.ts'
import type { TestApp } from '../app.ts'

export type ClipWish = {
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
  location_type?: string
  width?: number
  height?: number
  fps?: number
  releases?: Release[]
  /** Ids of the formats it is sold in; HD otherwise. */
  formats?: number[]
  tier?: 'standard' | 'premium' | 'signature'
  published_at?: Date
  draft?: boolean
  /** What the pipeline would see in it. */
  descriptors?: Partial<Descriptors>
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const picture = (clip: string, kind: 'poster' | 'thumb_480' | 'thumb_156', width: number, height: number) =>
  (['avif', 'webp', 'jpeg'] as const).map(type => ({
    kind,
    mime: `image/${type}` as const,
    width,
    height,
    bytes: 1,
    sha256: hashOf(clip),
    path: `${kind.replace('_', '-')}.00000000.${type === 'jpeg' ? 'jpg' : type}`,
  }))

const film = (kind: 'preview' | 'hover', clip: string) => ({
  kind,
  mime: 'video/mp4' as const,
  width: 854,
  height: 480,
  bytes: 1,
  sha256: hashOf(clip),
  path: `${kind}.00000000.mp4`,
})

/** What the pipeline would say of a six-second master. */
const renditionSet = (clip: string, duration_ms: number, descriptors: Partial<Descriptors> = {}): RenditionSet => ({
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
    pixel_format: 'yuv420p',
    bit_depth: 8,
    duration_ms,
    frames: (duration_ms * 24) / 1_000,
    start_timecode: null,
    has_audio: false,
    size_bytes: 1_000,
    sha256: hashOf(clip),
  },
  poster_ms: 0,
  notes: [],
  files: [
    film('preview', clip),
    film('hover', clip),
    ...picture(clip, 'poster', 854, 480),
    ...picture(clip, 'thumb_480', 480, 270),
    ...picture(clip, 'thumb_156', 278, 156),
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

/** Saves a clip as wished and publishes it, unless a draft is wanted. Answers its id. */
export const saveWish = async (trx: Trx, wish: ClipWish, now: Date): Promise<number> => {
  const {
    name = 'Quiet harbor',
    shoot = 'Northern shore',
    filmmaker = 'Ada Reyes',
    category = 'Oceans',
    duration_ms = 6_000,
  } = wish
  const slug = slugOf(name)
  const filmmaker_id = await saveFilmmaker(trx, { slug: slugOf(filmmaker), name: filmmaker })
  const category_id = await saveCategory(trx, { slug: slugOf(category), name: category })
  const subcategory_id = wish.subcategory
    ? await saveCategory(trx, { slug: slugOf(wish.subcategory), name: wish.subcategory, parent_id: category_id })
    : null
  const shoot_id = await saveCollection(trx, { kind: 'shoot', slug: slugOf(shoot), name: shoot, filmmaker_id })
  const scene_id = wish.scene ? await saveScene(trx, { shoot_id, slug: slugOf(wish.scene), name: wish.scene }) : null
  const key = `${slugOf(shoot)}-${slug}`
  const storage_key = `masters/${key}.mp4`
  const file_name = `${slug}.mp4`
  const master_id = await saveMaster(trx, {
    set: renditionSet(key, duration_ms, wish.descriptors),
    storage_key,
    file_name,
    folder: `renditions/${key}`,
  })
  const id = await saveClip(trx, {
    slug,
    name,
    description: wish.description ?? '',
    keywords: wish.keywords ?? [],
    filmmaker_id,
    shoot_id,
    scene_id,
    category_id,
    subcategory_id,
    master_id,
    width: wish.width ?? 854,
    height: wish.height ?? 480,
    fps: wish.fps ?? 24,
    duration_ms,
    camera_look: wish.camera_look ?? 'handheld',
    motion: wish.motion ?? 'realtime',
    time_of_day: wish.time_of_day ?? 'day',
    flashing: wish.flashing ?? false,
    location_type: wish.location_type ?? '',
    people_count: wish.people_count ?? 0,
    releases: wish.releases ?? [],
    tier: wish.tier ?? 'standard',
    popularity: wish.popularity ?? 0.5,
    formats: (wish.formats ?? [3]).map(format_id => ({
      format_id,
      width: 854,
      height: 480,
      codec: 'h264',
      size_bytes: 1_000,
      storage_key,
      file_name,
    })),
  })
  if (!wish.draft) await publishClip(trx, id, wish.published_at ?? now)
  return id
}

/** Several clips in one transaction; ids in the order of the wishes. */
export const saveWishes = (
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  wishes: readonly ClipWish[],
): Promise<number[]> =>
  db.transaction().execute(async trx => {
    const ids: number[] = []
    for (const wish of wishes) ids.push(await saveWish(trx, wish, clock.now()))
    return ids
  })
