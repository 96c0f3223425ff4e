import { sql } from 'kysely'

import { listUnlimitedLicenses } from '#licenses/editorial-clips.server.ts'
import { formatOf } from '#licensing/terms.ts'
import type { StoredRenditions } from '#media/masters.server.ts'
import { listStaffAuditEntries } from '#platform/admin/audit-log/list.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toLikePattern } from '#platform/db/like-pattern.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'

import { picturesOf, fileUrlOf } from '../card.server.ts'
import { loadClipRecords } from '../clip-records.server.ts'
import { clipStates, type ClipState } from '../review.ts'
import type { StaffClip, StaffClipSummary } from './contract.ts'

const PER_PAGE = 50
const MAX_CHOICES = 1_000

type StaffClipsQuery = {
  page?: number | undefined
  search?: string | undefined
  state?: ClipState | undefined
  filmmaker_id?: number | undefined
  collection_id?: number | undefined
  /** Of a category or a subcategory. */
  category_id?: number | undefined
}

/** Returns a page of clips, and how many clips each state has under the other filters. */
export const listClipsForStaff = async (
  db: Db,
  { page = 1, search, state, filmmaker_id, collection_id, category_id }: StaffClipsQuery,
) => {
  const pattern = toLikePattern(search)
  const clipNumber = /^\s*#?(\d{1,9})\s*$/.exec(search ?? '')?.[1]
  const matches = db
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
    .$if(category_id !== undefined, query =>
      query.where(sql<boolean>`${category_id ?? 0} in (c.category_id, c.subcategory_id)`),
    )
    .$if(clipNumber !== undefined, query => query.where('c.id', '=', Number(clipNumber)))
    .$if(clipNumber === undefined && pattern !== undefined, query =>
      query.where(
        sql<boolean>`(c.name || ' ' || f.name || ' ' || s.name || ' ' || c.slug || ' ' || array_to_string(c.keywords, ' ')) ilike ${pattern}`,
      ),
    )
  const counts = await matches
    .groupBy('c.status')
    .select(['c.status', sql<number>`count(*)::int`.as('n')])
    .execute()
  const states = Object.fromEntries(
    clipStates.map(clipState => [clipState, counts.find(count => count.status === clipState)?.n ?? 0]),
  ) as Record<ClipState, number>
  const total = state ? states[state] : Object.values(states).reduce((sum, n) => sum + n, 0)
  const rows = await matches
    .innerJoin('masters as m', 'm.id', 'c.master_id')
    .$if(state !== undefined, query => query.where('c.status', '=', state ?? 'draft'))
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .select(['c.id', 'c.name', 'c.status', 'c.duration_ms', 'c.updated_at', 'm.renditions'])
    .select(['f.name as filmmaker', 's.name as collection', sql<number>`cardinality(c.keywords)`.as('keywords_count')])
    .execute()
  const data = rows.map(({ status, duration_ms, updated_at, renditions, ...row }): StaffClipSummary => ({
    ...row,
    state: status as ClipState,
    duration_in_seconds: duration_ms / 1_000,
    updated_at: updated_at.toISOString(),
    thumbs: picturesOf(renditions as StoredRenditions, 'thumb_156'),
  }))
  return { data, meta: { ...toPagination(page, PER_PAGE, total), states } }
}

const toReference = ({ id, name }: { id: number; name: string }) => ({ id, name })

/** Returns one clip. Throws 404. */
export const loadStaffClip = async (db: Db, id: number, now: Date): Promise<StaffClip> => {
  const [clip] = await loadClipRecords(db, [id])
  if (!clip) throw refuse.missing('clip')
  const row = await db
    .selectFrom('clips')
    .where('id', '=', id)
    .select(['category_id', 'subcategory_id', 'review_note'])
    .executeTakeFirstOrThrow()
  const { data: history } = await listStaffAuditEntries(db, { about: 'clip', key: String(id) })
  // Includes collections that are not published.
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
    ...fields
  } = clip
  const { facts: tech, renditions, descriptors } = clip.master
  return {
    ...fields,
    ...row,
    state: status,
    filmmaker: toReference(filmmaker),
    shoot,
    scene: scene && toReference(scene),
    collections,
    preview: fileUrlOf(renditions, 'preview'),
    poster: fileUrlOf(renditions, 'poster'),
    sprite_vtt: fileUrlOf(renditions, 'sprite_vtt'),
    duration_in_seconds: clip.duration_ms / 1_000,
    formats: clip.formats.map(format => formatOf(format.id).name),
    tech: 'codec' in tech ? tech : null,
    look:
      'brightness' in descriptors
        ? { ...descriptors, palette: (descriptors.palette ?? []).map(({ hex }) => hex) }
        : null,
    unlimited_licenses: (await listUnlimitedLicenses(db, [id], now)).map(({ id, order, use, closed_uses }) => ({
      id,
      order,
      use,
      closed_uses,
    })),
    history,
  }
}

export const loadCatalogChoices = async (db: Db) => {
  const byName = (table: 'filmmakers' | 'collections') =>
    db.selectFrom(table).select(['id', 'name']).orderBy('name').orderBy('id').limit(MAX_CHOICES).execute()
  const [filmmakers, collections, categories] = await Promise.all([
    byName('filmmakers'),
    byName('collections'),
    db.selectFrom('categories').select(['id', 'name', 'parent_id']).orderBy('position').orderBy('name').execute(),
  ])
  return { filmmakers, collections, categories }
}
