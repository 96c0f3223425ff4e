/** The demo's catalog: our own footage with its filmmakers, shoots, scenes, categories and curated collections. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { saveCollectionGroup } from '../src/catalog/collection-groups.server.ts'
import {
  curate,
  publishClips,
  saveCategory,
  saveClip,
  saveCollection,
  saveFilmmaker,
  saveScene,
} from '../src/catalog/save.server.ts'
import { countTerms } from '../src/catalog/search-terms.server.ts'
import { saveMaster } from '../src/media/masters.server.ts'
import { parseRenditionSet, type RenditionSet } from '../src/media/rendition-set.ts'
import type { Trx } from '../src/platform/database.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { slugOf } from '../src/platform/slug.ts'

type DemoClip = {
  id: string
  file: string
  title: string
  description: string
  keywords: string[]
  category: string
  subcategory: string
  shoot: string
  scene: string
  filmmaker: string
  camera_look: string
  motion: string
  time_of_day: string
  people: number
  location_type: string
  flashing: boolean
  production: 'computer-generated'
}

type DemoCatalog = {
  clips: DemoClip[]
  filmmakers: { slug: string; name: string; location: string; bio: string }[]
  categories: { slug: string; name: string; description: string; subcategories: string[] }[]
  collections: { slug: string; name: string; description: string; trailer: string; clips: string[] }[]
  shoots: { slug: string; name: string; filmmaker: string; description: string; clips: string[] }[]
}

const here = import.meta.dirname
const featured_collections = ['salt-and-swell', 'after-dark', 'liquid', 'far-above']
const featured_shoots = ['southern-swell', 'polar-night', 'neon-lane', 'ink-studies']
const signature = [
  'aurora-lake-violet',
  'city-aerial-night',
  'lava-flow-crust',
  'orbit-night-sunrise',
  'jellyfish-blue',
]
/** The editors' index, and which collections each part of it names. */
const groups = {
  'Sea and sky': ['salt-and-swell', 'slow-weather', 'below', 'far-above', 'polar-night'],
  'Land and fire': ['quiet-country', 'elemental', 'erg', 'ridgeline', 'melt'],
  'Cities and nights': ['night-shift', 'after-dark', 'neon-lane', 'grid-city', 'ring-road'],
  'For the edit': ['over-the-cut', 'liquid', 'tall-frame', 'light-cabinet', 'black-box'],
}
/** What the demo's masters can give: 854×480 H.264. */
const hd = 3
const day_ms = 86_400_000

/** The same number for the same name on every machine, 0 to 1. */
const share = (name: string) => {
  let hash = 2_166_136_261
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0
  return (hash % 10_007) / 10_007
}

const tierOf = ({ id }: DemoClip) =>
  signature.includes(id) ? 'signature' : share(`tier ${id}`) < 0.28 ? 'premium' : 'standard'

const wordsOf = (slug: string) => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')

const wanted = <T>(map: ReadonlyMap<string, T>, name: string): T => {
  const found = map.get(name)
  if (found === undefined) throw new Error(`demo/catalog.json names “${name}”, which it does not describe.`)
  return found
}

const readSets = (clips: readonly DemoClip[]) =>
  new Map(
    clips.map(({ id }) => [
      id,
      parseRenditionSet(readFileSync(path.join(here, 'renditions', id, 'manifest.json'), 'utf8')),
    ]),
  )

const masterKey = ({ master }: RenditionSet) => `masters/${master.sha256}.mp4`

/** Puts masters and renditions where the shop serves them from. */
const adoptFiles = async (
  { storage }: Pick<Deps, 'storage'>,
  clips: readonly DemoClip[],
  sets: Map<string, RenditionSet>,
) => {
  for (const { id, file } of clips) {
    const set = wanted(sets, id)
    await storage.adopt(masterKey(set), path.join(here, file))
    for (const rendition of set.files)
      await storage.adopt(`renditions/${id}/${rendition.path}`, path.join(here, 'renditions', id, rendition.path))
  }
}

/** Fills the catalog; a second time it changes nothing. */
export const seedCatalog = async (deps: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<void> => {
  const catalog = JSON.parse(readFileSync(path.join(here, 'catalog.json'), 'utf8')) as DemoCatalog
  const sets = readSets(catalog.clips)
  await adoptFiles(deps, catalog.clips, sets)
  await deps.db.transaction().execute(trx => fill(trx, catalog, sets, deps.clock.now()))
}

const fill = async (
  trx: Trx,
  { clips, filmmakers, categories, collections, shoots }: DemoCatalog,
  sets: Map<string, RenditionSet>,
  now: Date,
) => {
  const filmmakerIds = new Map<string, number>()
  for (const { slug, name, location, bio } of filmmakers)
    filmmakerIds.set(slug, await saveFilmmaker(trx, { slug, name, location, bio }))

  const categoryIds = new Map<string, number>()
  for (const [position, { slug, name, description, subcategories }] of categories.entries()) {
    const parent_id = await saveCategory(trx, { slug, name, description, position })
    categoryIds.set(slug, parent_id)
    for (const [place, sub] of subcategories.entries())
      categoryIds.set(sub, await saveCategory(trx, { slug: sub, name: wordsOf(sub), position: place, parent_id }))
  }

  const shootIds = new Map<string, number>()
  for (const [position, { slug, name, filmmaker, description }] of shoots.entries()) {
    const filmmaker_id = wanted(filmmakerIds, filmmaker)
    const featured = featured_shoots.includes(slug)
    const created_at = releaseOf(slug, now)
    shootIds.set(
      slug,
      await saveCollection(trx, {
        kind: 'shoot',
        slug,
        name,
        description,
        filmmaker_id,
        featured,
        position,
        created_at,
      }),
    )
  }

  const clipIds = new Map<string, number>()
  const scenePlaces = new Map<string, number>()
  for (const clip of clips) {
    const shoot_id = wanted(shootIds, clip.shoot)
    const position = scenePlaces.get(clip.shoot) ?? 0
    scenePlaces.set(clip.shoot, position + 1)
    const scene_id = await saveScene(trx, { shoot_id, slug: slugOf(clip.scene), name: clip.scene, position })
    clipIds.set(
      clip.id,
      await saveDemoClip(trx, clip, wanted(sets, clip.id), {
        shoot_id,
        scene_id,
        filmmaker_id: wanted(filmmakerIds, clip.filmmaker),
        category_id: wanted(categoryIds, clip.category),
        subcategory_id: wanted(categoryIds, clip.subcategory),
      }),
    )
  }

  const collectionIds = new Map<string, number>()
  for (const [position, { slug, name, description, trailer, clips: chosen }] of collections.entries()) {
    const collection_id = await saveCollection(trx, {
      kind: 'curated',
      slug,
      name,
      description,
      position,
      featured: featured_collections.includes(slug),
    })
    collectionIds.set(slug, collection_id)
    const clip_ids = chosen.map(id => wanted(clipIds, id))
    await curate(trx, { collection_id, clip_ids, trailer_clip_id: wanted(clipIds, trailer) })
  }

  for (const [position, [name, slugs]] of Object.entries(groups).entries())
    await saveCollectionGroup(trx, {
      slug: slugOf(name),
      name,
      position,
      collection_ids: slugs.map(slug => collectionIds.get(slug) ?? wanted(shootIds, slug)),
    })

  // Each shoot came out on a day of its own, so that "newest" has something to say.
  for (const { slug, clips: shot } of shoots)
    await publishClips(
      trx,
      shot.map(id => wanted(clipIds, id)),
      releaseOf(slug, now),
    )
  await countTerms(trx)
}

const releaseOf = (shoot: string, now: Date) =>
  new Date(now.getTime() - Math.ceil(share(`release ${shoot}`) * 300) * day_ms)

type Place = { shoot_id: number; scene_id: number; filmmaker_id: number; category_id: number; subcategory_id: number }

const saveDemoClip = async (trx: Trx, clip: DemoClip, set: RenditionSet, place: Place): Promise<number> => {
  const { master } = set
  const file_name = `${clip.id}.mp4`
  const storage_key = masterKey(set)
  const master_id = await saveMaster(trx, { set, storage_key, file_name, folder: `renditions/${clip.id}` })
  const { width, height, fps, duration_ms, codec, size_bytes } = master
  return saveClip(trx, {
    ...place,
    slug: clip.id,
    name: clip.title,
    description: clip.description,
    keywords: clip.keywords,
    master_id,
    width,
    height,
    fps,
    duration_ms,
    camera_look: clip.camera_look,
    motion: clip.motion,
    time_of_day: clip.time_of_day,
    location_type: clip.location_type,
    people_count: clip.people,
    flashing: clip.flashing,
    // Computed pictures: nobody's face, nobody's house.
    releases: ['not-needed'],
    production: clip.production,
    tier: tierOf(clip),
    popularity: share(`popularity ${clip.id}`),
    formats: [{ format_id: hd, width, height, codec, size_bytes, storage_key, file_name }],
  })
}
