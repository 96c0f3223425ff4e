/** Loads the complete records of clips in one query: the source of cards, details and search rows. */
import { sql } from 'kysely'

import type { StoredRenditions } from '#media/masters.server.ts'
import type { Descriptors, TechFacts } from '#media/rendition-set.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { sqlList } from '#platform/db/prepared-statements.server.ts'

import type { Release } from './traits.ts'

type RelatedEntity = { id: number; slug: string; name: string }

export type ClipRecord = {
  id: number
  slug: string
  name: string
  description: string
  keywords: string[]
  width: number
  height: number
  fps: number
  duration_ms: number
  camera_look: string
  motion: string
  time_of_day: string
  location_type: string
  camera: string
  lens: string
  people_count: number
  loopable: boolean
  releases: Release[]
  flashing: boolean
  production: 'filmed' | 'computer-generated'
  tier: 'standard' | 'premium' | 'signature'
  status: 'draft' | 'in_review' | 'published' | 'withdrawn'
  popularity: number
  /** ISO 8601; null for a clip that was never published. */
  published_at: string | null
  filmmaker: RelatedEntity
  shoot: RelatedEntity
  scene: RelatedEntity | null
  category: RelatedEntity
  subcategory: RelatedEntity | null
  /** The published curated collections that contain the clip. */
  curated: RelatedEntity[]
  formats: { id: number; priority: number; width: number; height: number; codec: string; size_bytes: number }[]
  master: { facts: TechFacts; renditions: StoredRenditions; descriptors: Descriptors }
}

const relatedEntityJson = (alias: string) =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'slug', ${sql.ref(`${alias}.slug`)}, 'name', ${sql.ref(`${alias}.name`)})`

/** Returns clips by id, whatever their status, in no particular order. Unknown ids are left out. */
export const loadClipRecords = async (db: Db | Trx, ids: readonly number[]): Promise<ClipRecord[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<ClipRecord>`
    select c.id, c.slug, c.name, c.description, c.keywords, c.width, c.height, c.fps, c.duration_ms, c.camera_look, c.motion,
           c.time_of_day, c.location_type, c.camera, c.lens, c.people_count, c.loopable, c.releases, c.flashing, c.production, c.tier, c.status, c.popularity,
           to_char(c.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as published_at,
           ${relatedEntityJson('f')} as filmmaker, ${relatedEntityJson('sh')} as shoot,
           case when sc.id is not null then ${relatedEntityJson('sc')} end as scene,
           ${relatedEntityJson('ca')} as category, case when su.id is not null then ${relatedEntityJson('su')} end as subcategory,
           coalesce((select json_agg(${relatedEntityJson('co')} order by co.id) from collection_clips cc join collections co on co.id = cc.collection_id
                     where cc.clip_id = c.id and co.state = 'published'), '[]') as curated,
           coalesce((select json_agg(json_build_object('id', cf.format_id, 'priority', cf.priority, 'width', cf.width, 'height', cf.height,
                                                       'codec', cf.codec, 'size_bytes', cf.size_bytes) order by cf.priority)
                     from clip_formats cf where cf.clip_id = c.id), '[]') as formats,
           json_build_object('facts', m.facts, 'renditions', m.renditions, 'descriptors', m.descriptors) as master
    from clips c
    join filmmakers f on f.id = c.filmmaker_id
    join collections sh on sh.id = c.shoot_id
    join categories ca on ca.id = c.category_id
    join masters m on m.id = c.master_id
    left join scenes sc on sc.id = c.scene_id
    left join categories su on su.id = c.subcategory_id
    where c.id in ${sqlList(ids)}`.execute(db)
  return rows
}
