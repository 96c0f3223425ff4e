/** Uploads from their creation to the check: created within limits, filled piece by piece, finished once. */
import type { Readable } from 'node:stream'

import { sql } from 'kysely'

import { findPrograms } from '#media/ffmpeg.server.ts'
import { formatBytes } from '#platform/bytes.ts'
import { toPgBossDb, type Db, type Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { staffRoleNumbers } from '#platform/http/endpoint.ts'
import { refuse } from '#platform/http/refusal.ts'

import { MAX_OPEN_UPLOADS, MAX_OPEN_BYTES, PIECE_BYTES, RESERVED_BYTES } from './limits.ts'
import { receivePiece, deletePieces, readFreeBytes } from './pieces.server.ts'
import { CHECK_JOB } from './queue.ts'
import type { StoredUploadState } from './states.ts'

type UploadDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>

export type NewUpload = {
  user_id: number
  filmmaker_id: number
  by_staff: boolean
  shoot: string
  file_name: string
  size_bytes: number
  modified_ms: number
}

/** Returns why uploads are closed, or null. They need ffmpeg when this process also runs the jobs. */
export const uploadsClosedReason = ({ role }: Pick<Deps['config'], 'role'>): string | null =>
  role === 'all' && !findPrograms()
    ? 'Uploads are not available at the moment, because ffmpeg is missing on the server. Please contact support.'
    : null

/** The columns of `StoredUploadProgress`. */
const progressColumns = ['id', 'state', 'received_bytes'] as const
const openStates: StoredUploadState[] = ['uploading', 'checking', 'failed']

/** Throws 503 when uploads are closed. */
export const assertUploadsOpen = (config: Pick<Deps['config'], 'role'>): void => {
  const closedReason = uploadsClosedReason(config)
  if (closedReason !== null) throw refuse(503, closedReason)
}

/** Creates an upload, or returns the one that the same person began with the same file. Throws 422, 429 for too many, 503 for a full disk. */
export const beginUpload = async (
  { db, clock, config }: UploadDeps,
  input: NewUpload,
): Promise<StoredUploadProgress> => {
  const free_bytes = await readFreeBytes({ config })
  return db.transaction().execute(async trx => {
    // Serialize this check, so that concurrent requests do not count the same free space.
    await sql`select pg_advisory_xact_lock(hashtext('uploads'))`.execute(trx)
    const existing = await findExistingUpload(trx, input)
    if (existing) return changeShoot(trx, existing, input)
    const filmmaker = await trx
      .selectFrom('filmmakers')
      .where('id', '=', input.filmmaker_id)
      .select('id')
      .executeTakeFirst()
    if (!filmmaker) throw refuse.fields({ filmmaker_id: ['Choose a filmmaker.'] })
    await assertWithinLimits(trx, input, free_bytes)
    const now = clock.now()
    return trx
      .insertInto('uploads')
      .values({ ...input, started_at: now, updated_at: now })
      .returning(progressColumns)
      .$narrowType<{ state: StoredUploadState }>()
      .executeTakeFirstOrThrow()
  })
}

/** Moves an existing upload to the shoot that was chosen last: the same bytes can only become one clip. */
const changeShoot = async (
  trx: Trx,
  upload: StoredUploadProgress,
  { shoot }: NewUpload,
): Promise<StoredUploadProgress> => {
  await trx.updateTable('uploads').set({ shoot }).where('id', '=', upload.id).execute()
  return upload
}

const findExistingUpload = (
  trx: Trx,
  { user_id, filmmaker_id, by_staff, file_name, size_bytes, modified_ms }: NewUpload,
) =>
  trx
    .selectFrom('uploads')
    .where('user_id', '=', user_id)
    .where('filmmaker_id', '=', filmmaker_id)
    // Only the same kind of sender may resume it.
    .where('by_staff', '=', by_staff)
    .where('file_name', '=', file_name)
    .where('size_bytes', '=', size_bytes)
    .where('modified_ms', '=', modified_ms)
    .where('state', 'in', ['uploading', 'failed'])
    .select(progressColumns)
    .$narrowType<{ state: StoredUploadState }>()
    .orderBy('id')
    .executeTakeFirst()

/** Throws when the upload exceeds a limit. Pending uploads temporarily need their size twice: as pieces and joined. */
const assertWithinLimits = async (trx: Trx, { user_id, size_bytes }: NewUpload, free_bytes: number) => {
  const { own, own_bytes, promised_bytes } = await trx
    .selectFrom('uploads')
    .where('state', 'in', openStates)
    .select([
      sql<number>`(count(*) filter (where user_id = ${user_id}))::int`.as('own'),
      sql<number>`(coalesce(sum(size_bytes) filter (where user_id = ${user_id}), 0))::float8`.as('own_bytes'),
      sql<number>`(coalesce(sum(2 * size_bytes - received_bytes), 0))::float8`.as('promised_bytes'),
    ])
    .executeTakeFirstOrThrow()
  if (own >= MAX_OPEN_UPLOADS)
    throw refuse(
      429,
      `${MAX_OPEN_UPLOADS} files of yours are uploading or failed on our side. Wait until one of them is done, or remove one.`,
    )
  if (own_bytes + size_bytes > MAX_OPEN_BYTES)
    throw refuse(
      429,
      `At most ${formatBytes(MAX_OPEN_BYTES)} can be uploaded at the same time. Wait until a file is done, or remove one.`,
    )
  if (promised_bytes + 2 * size_bytes + RESERVED_BYTES > free_bytes)
    throw refuse(503, 'We have no room for this file at the moment. Please try again tomorrow.')
}

type UploadRef = { id: number; user_id: number }

/** Whether the sender still has access: they manage the filmmaker, or are an editor. */
const canContinue = sql<boolean>`case when by_staff
  then exists (select 1 from users u where u.id = uploads.user_id and u.platform_roles && ${staffRoleNumbers('editors')}::integer[])
  else exists (select 1 from filmmaker_members p where p.user_id = uploads.user_id and p.filmmaker_id = uploads.filmmaker_id)
  end`

const selectOwnUpload = (db: Db | Trx, { id, user_id }: UploadRef) =>
  db
    .selectFrom('uploads')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where(canContinue)
    .selectAll()
    .$narrowType<{ state: StoredUploadState }>()

/** Throws 404 when somebody else began the upload, or its sender lost access. */
export const loadUpload = async (db: Db, ref: UploadRef) => {
  const upload = await selectOwnUpload(db, ref).executeTakeFirst()
  if (!upload) throw refuse.missing('upload')
  return upload
}

/** The stored progress of an upload. */
export type StoredUploadProgress = { id: number; state: StoredUploadState; received_bytes: number }
const toProgress = ({ id, state, received_bytes }: StoredUploadProgress): StoredUploadProgress => ({
  id,
  state,
  received_bytes,
})

const gapRefusal = (received_bytes: number) =>
  refuse(409, `Pieces must be sent in order: continue from byte ${received_bytes}.`, { received_bytes })

/**
 * Receives a piece. A piece that was already received is ignored; of concurrent pieces with the same offset the first one
 * counts. Throws 404, 409 for a gap, 413.
 */
export const receiveUploadPiece = async (
  { db, clock, config }: UploadDeps,
  ref: UploadRef,
  offset: number,
  source: Readable,
) => {
  const upload = await loadUpload(db, ref)
  if (upload.state !== 'uploading' || offset < upload.received_bytes) return toProgress(upload)
  if (offset > upload.received_bytes) throw gapRefusal(upload.received_bytes)
  const max_bytes = Math.min(PIECE_BYTES, upload.size_bytes - offset)
  const piece = await receivePiece({ config }, { id: ref.id, offset, max_bytes }, source)
  try {
    return await db.transaction().execute(async trx => {
      const current = await selectOwnUpload(trx, ref).forUpdate().executeTakeFirst()
      if (!current) throw refuse.missing('upload')
      if (piece.size_bytes === 0 || current.state !== 'uploading' || current.received_bytes !== offset)
        return toProgress(current)
      await piece.keep()
      const received_bytes = offset + piece.size_bytes
      await trx
        .updateTable('uploads')
        .set({ received_bytes, updated_at: clock.now() })
        .where('id', '=', ref.id)
        .execute()
      return toProgress({ ...current, received_bytes })
    })
  } finally {
    await piece.drop()
  }
}

/** Queues the check; calling it again has no effect. Throws 404, or 409 while bytes are missing. */
export const finishUpload = async ({ db, clock, jobs }: UploadDeps, ref: UploadRef, sha256: string) =>
  db.transaction().execute(async trx => {
    const upload = await selectOwnUpload(trx, ref).forUpdate().executeTakeFirst()
    if (!upload) throw refuse.missing('upload')
    if (upload.state !== 'uploading') return toProgress(upload)
    if (upload.received_bytes < upload.size_bytes) throw gapRefusal(upload.received_bytes)
    await trx
      .updateTable('uploads')
      .set({ state: 'checking', sha256, updated_at: clock.now() })
      .where('id', '=', ref.id)
      .execute()
    await jobs.send(CHECK_JOB, { id: ref.id }, { singletonKey: String(ref.id), db: toPgBossDb(trx) })
    return { ...toProgress(upload), state: 'checking' as const }
  })

/** Retries a check that failed because of an error on our side; calling it again has no effect. Throws 404, or 409 when it did not fail. */
export const retryCheck = async ({ db, clock, jobs }: UploadDeps, ref: UploadRef) =>
  db.transaction().execute(async trx => {
    const upload = await selectOwnUpload(trx, ref).forUpdate().executeTakeFirst()
    if (!upload) throw refuse.missing('upload')
    if (upload.state === 'checking') return toProgress(upload)
    if (upload.state !== 'failed') throw refuse(409, 'This file did not fail: there is nothing to try again.')
    await trx
      .updateTable('uploads')
      .set({ state: 'checking', reason: '', updated_at: clock.now() })
      .where('id', '=', ref.id)
      .execute()
    await jobs.send(CHECK_JOB, { id: ref.id }, { singletonKey: String(ref.id), db: toPgBossDb(trx) })
    return { ...toProgress(upload), state: 'checking' as const }
  })

/** Cancels an upload, or removes one that was refused or failed. Throws 404, or 409 when it can no longer be canceled. */
export const removeUpload = async ({ db, config }: UploadDeps, ref: UploadRef): Promise<void> => {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('id', '=', ref.id)
    .where('user_id', '=', ref.user_id)
    .where('state', 'in', ['uploading', 'failed', 'refused'])
    .executeTakeFirst()
  if (numDeletedRows === 0n) {
    await loadUpload(db, ref)
    throw refuse(409, 'This file is already uploaded: it can no longer be canceled.')
  }
  await deletePieces({ config }, ref.id)
}
