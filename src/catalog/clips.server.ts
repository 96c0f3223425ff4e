import { sql } from 'kysely'

import { isEditorialOnly } from '#licensing/closed-uses.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { picturesOf, fileUrlOf } from './card.server.ts'
import { loadClipRecords, type ClipRecord } from './clip-records.server.ts'
import type { Picture } from './contract.ts'
import type { Release } from './traits.ts'

/** A clip as carts, orders and mails show it, whatever its current status. */
export type ClipForSale = Pick<
  ClipRecord,
  | 'id'
  | 'slug'
  | 'name'
  | 'status'
  | 'tier'
  | 'width'
  | 'height'
  | 'fps'
  | 'releases'
  | 'filmmaker'
  | 'category'
  | 'subcategory'
> & {
  duration_in_seconds: number
  collection: { id: number; slug: string; name: string }
  /** A JPEG, 480 px wide; empty for a clip without renditions. */
  thumb_480: string
  thumbs: Picture[]
  preview: string
  /** A short loop; empty for a flashing clip, which never autoplays. */
  hover: string
  /** Best format first. */
  formats: ClipRecord['formats']
}

/** Whether a clip can be bought in a format now, in any statement: the names of the columns with both, each with its table. */
export const isForSale = (clip_id: string, format_id: string) =>
  sql<boolean>`exists (select from clips sold join clip_formats clip_snapshot on clip_snapshot.clip_id = sold.id
    where sold.id = ${sql.ref(clip_id)} and clip_snapshot.format_id = ${sql.ref(format_id)} and sold.status = 'published')`

/** Returns clips by id; only clips with `status: 'published'` can be bought. Unknown ids are left out. Clips in `known` are reused. */
export const loadClipsForSale = async (
  db: Db | Trx,
  ids: readonly number[],
  loaded: ReadonlyMap<number, ClipForSale> = new Map(),
): Promise<Map<number, ClipForSale>> => {
  const missingIds = [...new Set(ids)].filter(id => !loaded.has(id))
  const records = missingIds.length === 0 ? [] : await loadClipRecords(db, missingIds)
  return new Map([...loaded, ...records.map(clip => [clip.id, toClipForSale(clip)] as const)])
}

/** Returns the releases of clips. Nobody can change them until the transaction ends. */
export const holdReleases = async (trx: Trx, ids: readonly number[]): Promise<Map<number, Release[]>> => {
  const rows = await trx
    .selectFrom('clips')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forShare()
    .select(['id', 'releases'])
    .$narrowType<{ releases: Release[] }>()
    .execute()
  return new Map(rows.map(({ id, releases }) => [id, releases]))
}

type ReleaseChange = { id: number; before: readonly string[]; after: readonly string[] }

/** Records the event of these changes; clips whose releases stay are left out. */
export const recordReleaseChanges = async (trx: Trx, changes: readonly ReleaseChange[]): Promise<void> => {
  const changed = changes.filter(({ before, after }) => before.toSorted().join() !== after.toSorted().join())
  if (changed.length === 0) return
  const editorial = changed.filter(({ before, after }) => isEditorialOnly(after) && !isEditorialOnly(before))
  await recordEvent(trx, 'clips.releases_changed', {
    clip_ids: changed.map(({ id }) => id),
    editorial_ids: editorial.map(({ id }) => id),
  })
}

const toClipForSale = (clip: ClipRecord): ClipForSale => {
  const { id, slug, name, status, tier, width, height, fps, filmmaker, category, subcategory, formats, shoot } = clip
  const { releases } = clip
  const { renditions } = clip.master
  return {
    id,
    slug,
    name,
    status,
    tier,
    width,
    height,
    fps,
    releases,
    filmmaker,
    category,
    subcategory,
    formats,
    duration_in_seconds: clip.duration_ms / 1_000,
    collection: shoot,
    thumb_480: fileUrlOf(renditions, 'thumb_480'),
    thumbs: picturesOf(renditions, 'thumb_480', 'thumb_156'),
    preview: fileUrlOf(renditions, 'preview'),
    hover: clip.flashing ? '' : fileUrlOf(renditions, 'hover'),
  }
}
