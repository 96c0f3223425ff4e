/** Decides and records every download of a clip for an Editfest. */
import path from 'node:path'

import { getUnconfirmedEmailText } from '#accounts/confirmed-email.server.ts'
import { loadClipsForSale } from '#catalog/clips.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { toSlug } from '#platform/slug.ts'

import type { TakenClip } from './contract.ts'
import { getLatestEntry, type EditfestEntryRow } from './entries.server.ts'
import { decideClipAccess, type ClipAccess } from './rules.ts'

/** Editfest films are cut in HD. */
const HD_FORMAT_ID = 3

type EditfestClipInput = { workspace_id: number; user_id: number; clip_id: number; now: Date }

const findClip = (db: Db | Trx, clip_id: number, entry_id: number | undefined) =>
  db
    .selectFrom('clips as c')
    .leftJoin('clip_formats as f', join => join.onRef('f.clip_id', '=', 'c.id').on('f.format_id', '=', HD_FORMAT_ID))
    .leftJoin('editfest_clips as t', join => join.onRef('t.clip_id', '=', 'c.id').on('t.entry_id', '=', entry_id ?? -1))
    .where('c.id', '=', clip_id)
    .leftJoin('transcodes as d', join =>
      join
        .onRef('d.master_id', '=', 'c.master_id')
        .on('d.format_id', '=', HD_FORMAT_ID)
        .on('f.storage_key', 'is', null)
        .on('d.state', '=', 'made'),
    )
    .select(['c.slug', 'c.status', 'c.tier', 'c.master_id', 'f.file_name', 't.downloaded_at'])
    .select(eb => eb.fn.coalesce('f.storage_key', 'd.storage_key').as('storage_key'))
    .executeTakeFirst()

/** Returns how a workspace may download a clip, and whether it has taken it. Throws 404 for a hidden clip that it has not taken. */
export const getClipAccess = async (db: Db | Trx, { workspace_id, user_id, clip_id, now }: EditfestClipInput) => {
  const entry = await getLatestEntry(db, workspace_id)
  const clip = await findClip(db, clip_id, entry?.id)
  const is_downloaded = clip?.downloaded_at !== null && clip?.downloaded_at !== undefined
  if (!clip || (clip.status !== 'published' && !is_downloaded)) throw refuse.missing('clip')
  const clipState = { is_downloaded, tier: clip.tier, has_file: clip.file_name !== null }
  const unconfirmed = await getUnconfirmedEmailText(db, user_id)
  const access: ClipAccess = decideClipAccess({ entry: entry ?? null, clip: clipState, unconfirmed, now })
  return { entry, clip, is_downloaded, access }
}

/** `storage_key` is null while the file has not been transcoded from the master. */
export type EditfestFile = { storage_key: string | null; master_id: number; format_id: number; name: string }

/**
 * Counts the clip on its first download and returns its file; null if it has a watermark, which does not count. `name` lacks the
 * brand. Throws 404 like `getClipAccess`, and 409 with the reason if it cannot be downloaded.
 */
export const takeClip = async (
  trx: Trx,
  { workspace_id, user_id, clip_id, now }: EditfestClipInput,
): Promise<EditfestFile | null> => {
  // The entry is locked until the transaction ends, so that concurrent downloads cannot exceed its limit.
  const latestEntry = await getLatestEntry(trx, workspace_id)
  if (latestEntry)
    await trx.selectFrom('editfest_entries').where('id', '=', latestEntry.id).select('id').forNoKeyUpdate().execute()
  const { entry, clip, access } = await getClipAccess(trx, { workspace_id, user_id, clip_id, now })
  if (access.kind === 'closed') throw refuse(409, access.reason)
  if (access.kind === 'watermarked') return null
  if (!entry || clip.file_name === null) throw refuse(409, 'This clip’s file is not here. Please write to us.')
  await trx
    .insertInto('editfest_clips')
    .values({ entry_id: entry.id, clip_id, user_id, downloaded_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { storage_key, master_id } = clip
  return {
    storage_key,
    master_id,
    format_id: HD_FORMAT_ID,
    name: formatFileName(entry, clip_id, clip.slug, clip.file_name),
  }
}

/** Formats "editfest-2026-412-slow-tide-at-dusk.mp4". */
const formatFileName = ({ name }: EditfestEntryRow, clip_id: number, slug: string, file_name: string) =>
  `${toSlug(name)}-${clip_id}-${toSlug(slug)}${path.extname(file_name).toLowerCase()}`

/** Lists the clips of an entry, newest first. */
export const listTakenClips = async (db: Db, entry_id: number): Promise<TakenClip[]> => {
  const rows = await db
    .selectFrom('editfest_clips as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .where('t.entry_id', '=', entry_id)
    .orderBy('t.downloaded_at', 'desc')
    .orderBy('t.clip_id', 'desc')
    .select(['t.clip_id', 't.downloaded_at', 'u.username'])
    .execute()
  const clips = await loadClipsForSale(
    db,
    rows.map(row => row.clip_id),
  )
  return rows.flatMap(({ clip_id, downloaded_at, username }): TakenClip[] => {
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
        downloaded_by: username,
        downloaded_at: downloaded_at.toISOString(),
      },
    ]
  })
}
