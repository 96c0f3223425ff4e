import { sql } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'

import { picturesOf, urlOf } from './card.server.ts'
import { clipFacts, type ClipFacts } from './clip-facts.server.ts'
import type { Picture } from './contract.ts'

/** A clip as carts, orders and mails show it, whatever became of it since. */
export type ClipForSale = Pick<
  ClipFacts,
  'id' | 'slug' | 'name' | 'status' | 'tier' | 'width' | 'height' | 'fps' | 'filmmaker' | 'category' | 'subcategory'
> & {
  duration_in_seconds: number
  collection: { id: number; slug: string; name: string }
  /** A JPEG, 480 wide; empty for a clip without renditions. */
  thumb_480: string
  thumbs: Picture[]
  preview: string
  /** A short loop; empty for a clip with flashes, which never plays by itself. */
  hover: string
  /** Best first. */
  formats: ClipFacts['formats']
}

/** Whether a clip can be bought in a format now, in any statement: the names of the columns with both, each with its table. */
export const isForSale = (clip_id: string, format_id: string) =>
  sql<boolean>`exists (select from clips sold join clip_formats sold_as on sold_as.clip_id = sold.id
    where sold.id = ${sql.ref(clip_id)} and sold_as.format_id = ${sql.ref(format_id)} and sold.status = 'published')`

/** Clips by id; only `status: 'published'` may be bought. Unknown ids are not in the map. Those in `known` are not read again. */
export const clipsForSale = async (
  db: Db | Trx,
  ids: readonly number[],
  known: ReadonlyMap<number, ClipForSale> = new Map(),
): Promise<Map<number, ClipForSale>> => {
  const asked = [...new Set(ids)].filter(id => !known.has(id))
  const found = asked.length === 0 ? [] : await clipFacts(db, asked)
  return new Map([...known, ...found.map(clip => [clip.id, forSale(clip)] as const)])
}

const forSale = (clip: ClipFacts): ClipForSale => {
  const { id, slug, name, status, tier, width, height, fps, filmmaker, category, subcategory, formats, shoot } = clip
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
    filmmaker,
    category,
    subcategory,
    formats,
    duration_in_seconds: clip.duration_ms / 1_000,
    collection: shoot,
    thumb_480: urlOf(renditions, 'thumb_480'),
    thumbs: picturesOf(renditions, 'thumb_480', 'thumb_156'),
    preview: urlOf(renditions, 'preview'),
    hover: clip.flashing ? '' : urlOf(renditions, 'hover'),
  }
}
