/** Loads shoots by scene, and single scenes. Only published clips are included. */
import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { sqlList } from '#platform/db/prepared-statements.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { SceneDetail, SheetClip, ShootDetail } from './collections-contract.ts'
import { loadCollection, type PageRange } from './collections.server.ts'
import type { ClipCard } from './contract.ts'

/** Clips of each scene on the shoot’s page; the scene’s own page has the rest. */
const MAX_SCENE_CLIPS = 12

type SceneRow = { id: number; slug: string; name: string; clip_count: number }

const countPublishedIn = (scene: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::integer from clips c where c.scene_id = ${scene} and c.status = 'published')`

/** Returns scenes with published clips, in shooting order. */
const loadScenes = async (db: Db, shoot_id: number): Promise<SceneRow[]> => {
  const { rows } = await sql<SceneRow>`
    select * from (
      select sc.id, sc.slug, sc.name, sc.position, ${countPublishedIn(sql`sc.id`)} as clip_count
      from scenes sc where sc.shoot_id = ${shoot_id}
    ) s where clip_count > 0 order by position, id`.execute(db)
  return rows.map(({ id, slug, name, clip_count }) => ({ id, slug, name, clip_count }))
}

type SheetClipRow = {
  scene_id: number | null
  card: string
  sprite: { columns: number; rows: number; tiles: number } | null
}

const toSheetClip = ({ card, sprite }: SheetClipRow): SheetClip => {
  const { columns = 0, rows = 0, tiles = 0 } = sprite ?? {}
  return { ...(JSON.parse(card) as ClipCard), sheet: { columns, rows, tiles } }
}

/** Returns clips with their scrub sheets, at most `limit` of each scene, by id. */
const loadSheetClips = async (db: Db, where: RawBuilder<unknown>, limit: number, skip = 0): Promise<SheetClipRow[]> => {
  const { rows } = await sql<SheetClipRow>`
    select n.scene_id, s.card, m.renditions->'sprite' as sprite
    from (
      select c.id, c.scene_id, c.master_id, row_number() over (partition by c.scene_id order by c.id) as nth
      from clips c where c.status = 'published' and ${where}
    ) n
    join clip_search s on s.clip_id = n.id join masters m on m.id = n.master_id
    where n.nth > ${skip} and n.nth <= ${skip + limit} order by n.id`.execute(db)
  return rows
}

/** Returns some of a shoot’s scenes with their first clips, and the clips without a scene. Throws a 404 Refusal, also for a curated collection. */
export const loadShootDetail = async (db: Db, id: number, { skip, size }: PageRange) => {
  const [card, allScenes] = await Promise.all([loadCollection(db, id), loadScenes(db, id)])
  if (card.kind !== 'shoot') throw refuse.missing('shoot')
  const scenes = allScenes.slice(skip, skip + size)
  const isLast = skip + size >= allScenes.length
  const unsorted = card.clip_count - allScenes.reduce((sum, scene) => sum + scene.clip_count, 0)
  const [sceneClips, unsortedClips] = await Promise.all([
    scenes.length > 0
      ? loadSheetClips(db, sql`c.scene_id in ${sqlList(scenes.map(scene => scene.id))}`, MAX_SCENE_CLIPS)
      : [],
    isLast && unsorted > 0
      ? loadSheetClips(db, sql`c.shoot_id = ${id} and c.scene_id is null`, MAX_SCENE_CLIPS)
      : ([] as SheetClipRow[]),
  ])
  const shoot: ShootDetail = {
    ...card,
    scenes: scenes.map(scene => ({
      ...scene,
      number: allScenes.indexOf(scene) + 1,
      clips: sceneClips.filter(clip => clip.scene_id === scene.id).map(toSheetClip),
    })),
    unsorted: { clip_count: unsorted, clips: unsortedClips.map(toSheetClip) },
  }
  return { shoot, total: allScenes.length }
}

/** Returns one page of a scene’s clips, with the previous and next scene. Throws a 404 Refusal. */
export const loadSceneDetail = async (db: Db, id: number, { skip, size }: PageRange) => {
  const row = await db.selectFrom('scenes').select('shoot_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse.missing('scene')
  const [shoot, scenes] = await Promise.all([loadCollection(db, row.shoot_id), loadScenes(db, row.shoot_id)])
  const index = scenes.findIndex(scene => scene.id === id)
  const current = scenes[index]
  if (!current) throw refuse.missing('scene')
  const clips = await loadSheetClips(db, sql`c.scene_id = ${id}`, size, skip)
  const scene: SceneDetail = {
    ...current,
    number: index + 1,
    scene_count: scenes.length,
    before: toSceneReference(scenes[index - 1]),
    after: toSceneReference(scenes[index + 1]),
    shoot,
    clips: clips.map(toSheetClip),
  }
  return { scene, total: current.clip_count }
}

const toSceneReference = (scene: SceneRow | undefined) =>
  scene ? { id: scene.id, slug: scene.slug, name: scene.name } : null
