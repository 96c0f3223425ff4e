import { sql } from 'kysely'

import { picturesOf, urlOf } from '#catalog/card.server.ts'
import { clipFacts } from '#catalog/clip-facts.server.ts'
import { clipStates, type ClipState } from '#catalog/review.ts'
import { formatOf } from '#licensing/terms.ts'
import type { StoredRenditions } from '#media/masters.server.ts'
import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'
import { refuse } from '#platform/refusal.ts'

import { likeOf } from '../like.server.ts'
import { staffLog } from '../log/show.server.ts'
import type { StaffClip, StaffClipRow } from './contract.ts'

const per_page = 50
const most_choices = 1_000

type Asked = {
  page?: number | undefined
  search?: string | undefined
  state?: ClipState | undefined
  filmmaker_id?: number | undefined
  collection_id?: number | undefined
}

/** A page of them, and how many are in each state of all that the other filters let through. */
export const clipsFor = async (db: Db, { page = 1, search, state, filmmaker_id, collection_id }: Asked) => {
  const like = likeOf(search)
  const number = /^\s*#?(\d{1,9})\s*$/.exec(search ?? '')?.[1]
  const found = db
    .selectFrom('clips as c')
    .innerJoin('filmmakers as f', 'f.id', 'c.filmmaker_id')
    .innerJoin('collections as s', 's.id', 'c.shoot_id')
    .$if(filmmaker_id !== undefined, query => query.where('c.filmmaker_id', '=', filmmaker_id ?? 0))
    .$if(collection_id !== undefined, query =>
      query.where(
        sql<boolean>`(c.shoot_id = ${collection_id} or exists (
          select from collection_clips cc where cc.clip_id = c.id and cc.collection_id = ${collection_id}))`,
      ),
    )
    .$if(number !== undefined, query => query.where('c.id', '=', Number(number)))
    .$if(number === undefined && like !== undefined, query =>
      query.where(
        sql<boolean>`(c.name || ' ' || f.name || ' ' || s.name || ' ' || c.slug || ' ' || array_to_string(c.keywords, ' ')) ilike ${like}`,
      ),
    )
  const counted = await found
    .groupBy('c.status')
    .select(['c.status', sql<number>`count(*)::int`.as('n')])
    .execute()
  const states = Object.fromEntries(
    clipStates.map(one => [one, counted.find(row => row.status === one)?.n ?? 0]),
  ) as Record<ClipState, number>
  const total = state ? states[state] : Object.values(states).reduce((sum, n) => sum + n, 0)
  const rows = await found
    .innerJoin('masters as m', 'm.id', 'c.master_id')
    .$if(state !== undefined, query => query.where('c.status', '=', state ?? 'draft'))
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .select(['c.id', 'c.name', 'c.status', 'c.duration_ms', 'c.updated_at', 'm.renditions'])
    .select(['f.name as filmmaker', 's.name as collection', sql<number>`cardinality(c.keywords)`.as('keywords_count')])
    .execute()
  const data = rows.map(({ status, duration_ms, updated_at, renditions, ...row }): StaffClipRow => ({
    ...row,
    state: status as ClipState,
    duration_in_seconds: duration_ms / 1_000,
    updated_at: updated_at.toISOString(),
    thumbs: picturesOf(renditions as StoredRenditions, 'thumb_156'),
  }))
  return { data, meta: { ...pagination(page, per_page, total), states } }
}

const named = ({ id, name }: { id: number; name: string }) => ({ id, name })

/** Throws 404. */
export const clipFor = async (db: Db, id: number): Promise<StaffClip> => {
  const [clip] = await clipFacts(db, [id])
  if (!clip) throw refuse.missing('clip')
  const row = await db
    .selectFrom('clips')
    .where('id', '=', id)
    .select(['category_id', 'subcategory_id', 'review_note'])
    .executeTakeFirstOrThrow()
  const { data: history } = await staffLog(db, { about: 'clip', key: String(id) })
  // Those that nobody sees yet, too.
  const collections = await db
    .selectFrom('collection_clips as m')
    .innerJoin('collections as co', 'co.id', 'm.collection_id')
    .where('m.clip_id', '=', id)
    .orderBy('co.name')
    .select(['co.id', 'co.name'])
    .execute()
  const {
    filmmaker,
    shoot,
    scene,
    curated: _curated,
    category: _category,
    subcategory: _subcategory,
    status,
    ...facts
  } = clip
  const { facts: tech, renditions, descriptors } = clip.master
  return {
    ...facts,
    ...row,
    state: status,
    filmmaker: named(filmmaker),
    shoot,
    scene: scene && named(scene),
    collections,
    preview: urlOf(renditions, 'preview'),
    poster: urlOf(renditions, 'poster'),
    sprite_vtt: urlOf(renditions, 'sprite_vtt'),
    duration_in_seconds: clip.duration_ms / 1_000,
    formats: clip.formats.map(format => formatOf(format.id).name),
    tech: 'codec' in tech ? tech : null,
    look:
      'brightness' in descriptors
        ? { ...descriptors, palette: (descriptors.palette ?? []).map(({ hex }) => hex) }
        : null,
    history,
  }
}

export const choices = async (db: Db) => {
  const byName = (table: 'filmmakers' | 'collections') =>
    db.selectFrom(table).select(['id', 'name']).orderBy('name').orderBy('id').limit(most_choices).execute()
  const [filmmakers, collections, categories] = await Promise.all([
    byName('filmmakers'),
    byName('collections'),
    db.selectFrom('categories').select(['id', 'name', 'parent_id']).orderBy('position').orderBy('name').execute(),
  ])
  return { filmmakers, collections, categories }
}
