/** A shoot by its scenes, and one scene by itself. What has no published clip is shown to nobody. */
import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { oneOf } from '#platform/prepared.server.ts'
import { refuse } from '#platform/refusal.ts'

import type { SceneDetail, SheetClip, ShootDetail } from './collections-contract.ts'
import { oneCollection, type Page } from './collections.server.ts'
import type { ClipCard } from './contract.ts'

/** So many clips of a scene stand on the shoot's page; the scene's own page has the others. */
const clips_of_scene = 12

type Scene = { id: number; slug: string; name: string; clip_count: number }

const publishedIn = (scene: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::integer from clips c where c.scene_id = ${scene} and c.status = 'published')`

/** Scenes with published clips, as they were shot. */
const scenesOf = async (db: Db, shoot_id: number): Promise<Scene[]> => {
  const { rows } = await sql<Scene>`
    select * from (
      select sc.id, sc.slug, sc.name, sc.position, ${publishedIn(sql`sc.id`)} as clip_count
      from scenes sc where sc.shoot_id = ${shoot_id}
    ) s where clip_count > 0 order by position, id`.execute(db)
  return rows.map(({ id, slug, name, clip_count }) => ({ id, slug, name, clip_count }))
}

type Row = { scene_id: number | null; card: string; sprite: { columns: number; rows: number; tiles: number } | null }

const sheetClip = ({ card, sprite }: Row): SheetClip => {
  const { columns = 0, rows = 0, tiles = 0 } = sprite ?? {}
  return { ...(JSON.parse(card) as ClipCard), sheet: { columns, rows, tiles } }
}

/** Clips with their scrub sheets, at most `each` of a scene, in the order in which they came in. */
const clipsWhere = async (db: Db, where: RawBuilder<unknown>, each: number, skip = 0): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select n.scene_id, s.card, m.renditions->'sprite' as sprite
    from (
      select c.id, c.scene_id, c.master_id, row_number() over (partition by c.scene_id order by c.id) as nth
      from clips c where c.status = 'published' and ${where}
    ) n
    join clip_search s on s.clip_id = n.id join masters m on m.id = n.master_id
    where n.nth > ${skip} and n.nth <= ${skip + each} order by n.id`.execute(db)
  return rows
}

/** Some of a shoot's scenes with the first clips of each, and what belongs to no scene. Throws a 404 Refusal, for a curated collection too. */
export const shootDetail = async (db: Db, id: number, { skip, size }: Page) => {
  const [card, all] = await Promise.all([oneCollection(db, id), scenesOf(db, id)])
  if (card.kind !== 'shoot') throw refuse.missing('shoot')
  const scenes = all.slice(skip, skip + size)
  const isLast = skip + size >= all.length
  const unsorted = card.clip_count - all.reduce((sum, scene) => sum + scene.clip_count, 0)
  const [filmed, others] = await Promise.all([
    scenes.length > 0 ? clipsWhere(db, sql`c.scene_id in ${oneOf(scenes.map(scene => scene.id))}`, clips_of_scene) : [],
    isLast && unsorted > 0
      ? clipsWhere(db, sql`c.shoot_id = ${id} and c.scene_id is null`, clips_of_scene)
      : ([] as Row[]),
  ])
  const shoot: ShootDetail = {
    ...card,
    scenes: scenes.map(scene => ({
      ...scene,
      number: all.indexOf(scene) + 1,
      clips: filmed.filter(clip => clip.scene_id === scene.id).map(sheetClip),
    })),
    unsorted: { clip_count: unsorted, clips: others.map(sheetClip) },
  }
  return { shoot, total: all.length }
}

/** One page of a scene's clips, and what stands before and after it. Throws a 404 Refusal. */
export const sceneDetail = async (db: Db, id: number, { skip, size }: Page) => {
  const known = await db.selectFrom('scenes').select('shoot_id').where('id', '=', id).executeTakeFirst()
  if (!known) throw refuse.missing('scene')
  const [shoot, all] = await Promise.all([oneCollection(db, known.shoot_id), scenesOf(db, known.shoot_id)])
  const place = all.findIndex(scene => scene.id === id)
  const found = all[place]
  if (!found) throw refuse.missing('scene')
  const clips = await clipsWhere(db, sql`c.scene_id = ${id}`, size, skip)
  const scene: SceneDetail = {
    ...found,
    number: place + 1,
    scene_count: all.length,
    before: nameOf(all[place - 1]),
    after: nameOf(all[place + 1]),
    shoot,
    clips: clips.map(sheetClip),
  }
  return { scene, total: found.clip_count }
}

const nameOf = (scene: Scene | undefined) => (scene ? { id: scene.id, slug: scene.slug, name: scene.name } : null)
