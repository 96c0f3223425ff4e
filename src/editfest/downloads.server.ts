/** The one place that lets a clip go to an Editfest. */
import path from 'node:path'

import { unconfirmedRefusal } from '#accounts/confirmed-email.server.ts'
import { clipsForSale } from '#catalog/clips.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { slugOf } from '#platform/slug.ts'

import type { TakenClip } from './contract.ts'
import { lastEntry, type KnownEntry } from './entries.server.ts'
import { wayOf, type Way } from './rules.ts'

/** Festival films are cut in HD. */
const format_id = 3

type Wanted = { workspace_id: number; user_id: number; clip_id: number; now: Date }

const clipFor = (db: Db | Trx, clip_id: number, entry_id: number | undefined) =>
  db
    .selectFrom('clips as c')
    .leftJoin('clip_formats as f', join => join.onRef('f.clip_id', '=', 'c.id').on('f.format_id', '=', format_id))
    .leftJoin('editfest_clips as t', join => join.onRef('t.clip_id', '=', 'c.id').on('t.entry_id', '=', entry_id ?? -1))
    .where('c.id', '=', clip_id)
    .leftJoin('made_files as d', join =>
      join
        .onRef('d.master_id', '=', 'c.master_id')
        .on('d.format_id', '=', format_id)
        .on('f.storage_key', 'is', null)
        .on('d.state', '=', 'made'),
    )
    .select(['c.slug', 'c.status', 'c.tier', 'c.master_id', 'f.file_name', 't.taken_at'])
    .select(eb => eb.fn.coalesce('f.storage_key', 'd.storage_key').as('storage_key'))
    .executeTakeFirst()

/** How a clip goes to a workspace now, and whether it took it already. Throws 404 for a clip that nobody can see and it did not take. */
export const editfestWay = async (db: Db | Trx, { workspace_id, user_id, clip_id, now }: Wanted) => {
  const entry = await lastEntry(db, workspace_id)
  const clip = await clipFor(db, clip_id, entry?.id)
  const is_taken = clip?.taken_at !== null && clip?.taken_at !== undefined
  if (!clip || (clip.status !== 'published' && !is_taken)) throw refuse.missing('clip')
  const facts = { is_taken, tier: clip.tier, has_file: clip.file_name !== null }
  const unconfirmed = await unconfirmedRefusal(db, user_id)
  const way: Way = wayOf({ entry: entry ?? null, clip: facts, unconfirmed, now })
  return { entry, clip, is_taken, way }
}

/** `storage_key` is null for one that is still to be made of the master. */
export type FestivalFile = { storage_key: string | null; master_id: number; format_id: number; name: string }

/**
 * Counts the clip, the first time, and answers its file; null when it comes watermarked, which counts nothing. `name`
 * lacks the brand. Throws 404 like `editfestWay`, 409 with the reason when it does not go.
 */
export const takeForEditfest = async (
  trx: Trx,
  { workspace_id, user_id, clip_id, now }: Wanted,
): Promise<FestivalFile | null> => {
  // The entry stays locked until the transaction ends: counted only then, the last clip goes once.
  const known = await lastEntry(trx, workspace_id)
  if (known) await trx.selectFrom('editfest_entries').where('id', '=', known.id).select('id').forNoKeyUpdate().execute()
  const { entry, clip, way } = await editfestWay(trx, { workspace_id, user_id, clip_id, now })
  if (way.kind === 'closed') throw refuse(409, way.why)
  if (way.kind === 'watermarked') return null
  if (!entry || clip.file_name === null) throw refuse(409, 'This clip’s file is not here. Please write to us.')
  await trx
    .insertInto('editfest_clips')
    .values({ entry_id: entry.id, clip_id, user_id, taken_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { storage_key, master_id } = clip
  return { storage_key, master_id, format_id, name: nameOf(entry, clip_id, clip.slug, clip.file_name) }
}

/** "editfest-2026-412-slow-tide-at-dusk.mp4" */
const nameOf = ({ name }: KnownEntry, clip_id: number, slug: string, file_name: string) =>
  `${slugOf(name)}-${clip_id}-${slugOf(slug)}${path.extname(file_name).toLowerCase()}`

/** What an entry took, newest first. */
export const takenClips = async (db: Db, entry_id: number): Promise<TakenClip[]> => {
  const rows = await db
    .selectFrom('editfest_clips as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .where('t.entry_id', '=', entry_id)
    .orderBy('t.taken_at', 'desc')
    .orderBy('t.clip_id', 'desc')
    .select(['t.clip_id', 't.taken_at', 'u.username'])
    .execute()
  const clips = await clipsForSale(
    db,
    rows.map(row => row.clip_id),
  )
  return rows.flatMap(({ clip_id, taken_at, username }): TakenClip[] => {
    const clip = clips.get(clip_id)
    if (!clip) return []
    const { id, slug, name, width, height, thumbs, filmmaker, status } = clip
    return [
      {
        id,
        slug,
        name,
        width,
        height,
        thumbs,
        filmmaker: filmmaker.name,
        is_published: status === 'published',
        taken_by: username,
        taken_at: taken_at.toISOString(),
      },
    ]
  })
}
