/** Seeds the demo's catalog: clips with filmmakers, shoots, scenes, categories and curated collections. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { saveCollectionGroup } from '../src/catalog/collection-groups.server.ts'
import {
  setCollectionClips,
  publishClips,
  saveCategory,
  saveClip,
  saveCollection,
  saveFilmmaker,
  saveScene,
} from '../src/catalog/save-catalog.server.ts'
import { clipFormatsOf } from '../src/ingest/ingest.server.ts'
import { findPrograms } from '../src/media/ffmpeg.server.ts'
import { saveMaster } from '../src/media/masters.server.ts'
import { parseRenditionSet, type RenditionSet } from '../src/media/rendition-set.ts'
import { DAY_MS } from '../src/platform/clock.ts'
import type { Trx } from '../src/platform/db/database.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { toSlug } from '../src/platform/slug.ts'
import { countTerms } from '../src/search/search-terms.server.ts'

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

const demoDir = import.meta.dirname
const featuredCollections = ['salt-and-swell', 'after-dark', 'liquid', 'far-above']
const featuredShoots = ['southern-swell', 'polar-night', 'neon-lane', 'ink-studies']
const signatureClips = [
  'aurora-lake-violet',
  'city-aerial-night',
  'lava-flow-crust',
  'orbit-night-sunrise',
  'jellyfish-blue',
]
/** The collection groups of the catalog and the collections in each. */
const collectionGroups = {
  'Sea and sky': ['salt-and-swell', 'slow-weather', 'below', 'far-above', 'polar-night'],
  'Land and fire': ['quiet-country', 'elemental', 'erg', 'ridgeline', 'melt'],
  'Cities and nights': ['night-shift', 'after-dark', 'neon-lane', 'grid-city', 'ring-road'],
  'For the edit': ['over-the-cut', 'liquid', 'tall-frame', 'light-cabinet', 'black-box'],
}

/** Hashes a name to a number from 0 to 1, the same on every machine. */
const hashShare = (name: string) => {
  let hash = 2_166_136_261
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0
  return (hash % 10_007) / 10_007
}

const tierOf = ({ id }: DemoClip) =>
  signatureClips.includes(id) ? 'signature' : hashShare(`tier ${id}`) < 0.28 ? 'premium' : 'standard'

const titleFromSlug = (slug: string) => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')

const requireEntry = <T>(map: ReadonlyMap<string, T>, name: string): T => {
  const entry = map.get(name)
  if (entry === undefined) throw new Error(`demo/catalog.json names “${name}”, which it does not describe.`)
  return entry
}

const readSets = (clips: readonly DemoClip[]) =>
  new Map(
    clips.map(({ id }) => [
      id,
      parseRenditionSet(readFileSync(path.join(demoDir, 'renditions', id, 'manifest.json'), 'utf8')),
    ]),
  )

const masterKey = ({ master }: RenditionSet) => `masters/${master.sha256}.mp4`

/** Copies masters and renditions to the storage. */
const adoptFiles = async (
  { storage }: Pick<Deps, 'storage'>,
  clips: readonly DemoClip[],
  sets: Map<string, RenditionSet>,
) => {
  for (const { id, file } of clips) {
    const set = requireEntry(sets, id)
    await storage.adopt(masterKey(set), path.join(demoDir, file))
    for (const rendition of set.files)
      await storage.adopt(`renditions/${id}/${rendition.path}`, path.join(demoDir, 'renditions', id, rendition.path))
  }
}

/** Seeds the catalog; calling it again changes nothing. */
export const seedCatalog = async (deps: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<void> => {
  const catalog = JSON.parse(readFileSync(path.join(demoDir, 'catalog.json'), 'utf8')) as DemoCatalog
  const sets = readSets(catalog.clips)
  await adoptFiles(deps, catalog.clips, sets)
  await deps.db.transaction().execute(trx => saveCatalog(trx, catalog, sets, deps.clock.now()))
}

const saveCatalog = async (
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
    for (const [index, sub] of subcategories.entries())
      categoryIds.set(sub, await saveCategory(trx, { slug: sub, name: titleFromSlug(sub), position: index, parent_id }))
  }

  const shootIds = new Map<string, number>()
  for (const [position, { slug, name, filmmaker, description }] of shoots.entries()) {
    const filmmaker_id = requireEntry(filmmakerIds, filmmaker)
    const featured = featuredShoots.includes(slug)
    const created_at = publicationDate(slug, now)
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
  const sceneCounts = new Map<string, number>()
  for (const clip of clips) {
    const shoot_id = requireEntry(shootIds, clip.shoot)
    const position = sceneCounts.get(clip.shoot) ?? 0
    sceneCounts.set(clip.shoot, position + 1)
    const scene_id = await saveScene(trx, { shoot_id, slug: toSlug(clip.scene), name: clip.scene, position })
    clipIds.set(
      clip.id,
      await saveDemoClip(trx, clip, requireEntry(sets, clip.id), {
        shoot_id,
        scene_id,
        filmmaker_id: requireEntry(filmmakerIds, clip.filmmaker),
        category_id: requireEntry(categoryIds, clip.category),
        subcategory_id: requireEntry(categoryIds, clip.subcategory),
      }),
    )
  }

  const collectionIds = new Map<string, number>()
  for (const [position, { slug, name, description, trailer, clips: clipSlugs }] of collections.entries()) {
    const collection_id = await saveCollection(trx, {
      kind: 'curated',
      slug,
      name,
      description,
      position,
      featured: featuredCollections.includes(slug),
    })
    collectionIds.set(slug, collection_id)
    const clip_ids = clipSlugs.map(id => requireEntry(clipIds, id))
    await setCollectionClips(trx, { collection_id, clip_ids, trailer_clip_id: requireEntry(clipIds, trailer) })
  }

  for (const [position, [name, slugs]] of Object.entries(collectionGroups).entries())
    await saveCollectionGroup(trx, {
      slug: toSlug(name),
      name,
      position,
      collection_ids: slugs.map(slug => collectionIds.get(slug) ?? requireEntry(shootIds, slug)),
    })

  // Each shoot has its own publication date, so that sorting by newest is meaningful.
  for (const { slug, clips: clipSlugs } of shoots)
    await publishClips(
      trx,
      clipSlugs.map(id => requireEntry(clipIds, id)),
      publicationDate(slug, now),
    )
  await countTerms(trx)
}

const publicationDate = (shoot: string, now: Date) =>
  new Date(now.getTime() - Math.ceil(hashShare(`release ${shoot}`) * 300) * DAY_MS)

/** The master is sold as it is in its best format, so that a shop without ffmpeg delivers what it shows. */
const demoFormatsOf = (master: RenditionSet['master'], stored: { storage_key: string; file_name: string }) => {
  const { width, height, codec, size_bytes } = master
  const [best, ...smaller] = clipFormatsOf(master, { log: false }, stored)
  if (!best) throw new Error(`${stored.file_name} has no format.`)
  return [{ ...best, ...stored, width, height, codec, size_bytes }, ...(findPrograms() ? smaller : [])]
}

type DemoClipRelations = {
  shoot_id: number
  scene_id: number
  filmmaker_id: number
  category_id: number
  subcategory_id: number
}

const saveDemoClip = async (
  trx: Trx,
  clip: DemoClip,
  set: RenditionSet,
  relations: DemoClipRelations,
): Promise<number> => {
  const { master } = set
  const file_name = `${clip.id}.mp4`
  const storage_key = masterKey(set)
  const master_id = await saveMaster(trx, { set, storage_key, file_name, folder: `renditions/${clip.id}` })
  const { width, height, fps, duration_ms } = master
  return saveClip(trx, {
    ...relations,
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
    // The pictures are computed: there are no people or buildings that would need a release.
    releases: ['not-needed'],
    production: clip.production,
    tier: tierOf(clip),
    popularity: hashShare(`popularity ${clip.id}`),
    formats: demoFormatsOf(master, { storage_key, file_name }),
  })
}
