/** An upload from its beginning to the check: begun within limits, filled piece after piece, finished once. */
import type { Readable } from 'node:stream'

import { sql } from 'kysely'

import { findPrograms } from '#media/ffmpeg.server.ts'
import { insideTransaction, type Db, type Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { platformRoles } from '#workspaces/policy.ts'

import { most_open, most_open_bytes, piece_bytes, sizeWords, spare_bytes } from './limits.ts'
import { arrive, dropPieces, freeBytes } from './pieces.server.ts'
import { check_job } from './queue.ts'
import type { KeptState } from './states.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>

export type Wish = {
  user_id: number
  filmmaker_id: number
  by_staff: boolean
  shoot: string
  file_name: string
  size_bytes: number
  modified_ms: number
}

/** null, or why nothing can be sent here now: where this process does the work itself, it needs its tools. */
export const whyClosed = ({ role }: Pick<Deps['config'], 'role'>): string | null =>
  role === 'all' && !findPrograms()
    ? 'Footage cannot be taken in here at the moment: the shop lacks ffmpeg. Our people know what to do.'
    : null

/** What `Begun` has. */
const progress = ['id', 'state', 'received_bytes'] as const
const open_states: KeptState[] = ['uploading', 'checking', 'failed']

/** Throws 503 where nothing can be sent. */
export const needOpen = (config: Pick<Deps['config'], 'role'>): void => {
  const closed = whyClosed(config)
  if (closed !== null) throw refuse(503, closed)
}

/** Begins one, or answers the one that the same person began with the same file. Throws 404, 429 for too many, 503 for no room. */
export const begin = async ({ db, clock, config }: Tools, wish: Wish): Promise<Begun> => {
  const free_bytes = await freeBytes({ config })
  return db.transaction().execute(async trx => {
    // One at a time, so that twenty at once do not count the same room.
    await sql`select pg_advisory_xact_lock(hashtext('uploads'))`.execute(trx)
    const known = await begunBefore(trx, wish)
    if (known) return intoShoot(trx, known, wish)
    const filmmaker = await trx
      .selectFrom('filmmakers')
      .where('id', '=', wish.filmmaker_id)
      .select('id')
      .executeTakeFirst()
    if (!filmmaker) throw refuse.fields({ filmmaker_id: ['Choose a filmmaker.'] })
    await needRoom(trx, wish, free_bytes)
    const now = clock.now()
    return trx
      .insertInto('uploads')
      .values({ ...wish, began_at: now, touched_at: now })
      .returning(progress)
      .$narrowType<{ state: KeptState }>()
      .executeTakeFirstOrThrow()
  })
}

/** The same bytes are one clip: whoever chooses them again for another shoot has chosen anew. */
const intoShoot = async (trx: Trx, known: Begun, { shoot }: Wish): Promise<Begun> => {
  await trx.updateTable('uploads').set({ shoot }).where('id', '=', known.id).execute()
  return known
}

const begunBefore = (trx: Trx, { user_id, filmmaker_id, by_staff, file_name, size_bytes, modified_ms }: Wish) =>
  trx
    .selectFrom('uploads')
    .where('user_id', '=', user_id)
    .where('filmmaker_id', '=', filmmaker_id)
    // Whose hand it is decides who may go on with it.
    .where('by_staff', '=', by_staff)
    .where('file_name', '=', file_name)
    .where('size_bytes', '=', size_bytes)
    .where('modified_ms', '=', modified_ms)
    .where('state', 'in', ['uploading', 'failed'])
    .select(progress)
    .$narrowType<{ state: KeptState }>()
    .orderBy('id')
    .executeTakeFirst()

/** What is on its way will lie here twice for a while: in pieces, and put together. */
const needRoom = async (trx: Trx, { user_id, size_bytes }: Wish, free_bytes: number) => {
  const { own, own_bytes, promised_bytes } = await trx
    .selectFrom('uploads')
    .where('state', 'in', open_states)
    .select([
      sql<number>`(count(*) filter (where user_id = ${user_id}))::int`.as('own'),
      sql<number>`(coalesce(sum(size_bytes) filter (where user_id = ${user_id}), 0))::float8`.as('own_bytes'),
      sql<number>`(coalesce(sum(2 * size_bytes - received_bytes), 0))::float8`.as('promised_bytes'),
    ])
    .executeTakeFirstOrThrow()
  if (own >= most_open)
    throw refuse(
      429,
      `${most_open} files of yours are on their way or failed on our side. Wait until one of them is in, or put one away.`,
    )
  if (own_bytes + size_bytes > most_open_bytes)
    throw refuse(
      429,
      `At most ${sizeWords(most_open_bytes)} can be on their way at once. Wait until a file is in, or put one away.`,
    )
  if (promised_bytes + 2 * size_bytes + spare_bytes > free_bytes)
    throw refuse(503, 'We have no room for this file at the moment. Please try again tomorrow.')
}

type Own = { id: number; user_id: number }

const editors = [platformRoles.platform_admin, platformRoles.support_staff, platformRoles.collection_admin]

/** Whether its sender may still send it: they look after its filmmaker, or are one of our editors. */
const mayGoOn = sql<boolean>`case when by_staff
  then exists (select 1 from users u where u.id = uploads.user_id and u.platform_roles && ${editors}::integer[])
  else exists (select 1 from filmmaker_people p where p.user_id = uploads.user_id and p.filmmaker_id = uploads.filmmaker_id)
  end`

const ownUpload = (db: Db | Trx, { id, user_id }: Own) =>
  db
    .selectFrom('uploads')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where(mayGoOn)
    .selectAll()
    .$narrowType<{ state: KeptState }>()

/** Throws 404 for what somebody else began, and for whoever may send it no more. */
export const uploadOf = async (db: Db, own: Own) => {
  const upload = await ownUpload(db, own).executeTakeFirst()
  if (!upload) throw refuse.missing('upload')
  return upload
}

/** How far it is. */
export type Begun = { id: number; state: KeptState; received_bytes: number }
const shown = ({ id, state, received_bytes }: Begun): Begun => ({ id, state, received_bytes })

const gap = (received_bytes: number) =>
  refuse(409, `Pieces come one after the other: go on from byte ${received_bytes}.`, { received_bytes })

/**
 * Takes a piece. One that has come already changes nothing; of several that begin at the same byte the first that is here
 * counts. Throws 404, 409 for a gap or when it is finished, 413.
 */
export const takePiece = async ({ db, clock, config }: Tools, own: Own, offset: number, source: Readable) => {
  const upload = await uploadOf(db, own)
  if (upload.state !== 'uploading' || offset < upload.received_bytes) return shown(upload)
  if (offset > upload.received_bytes) throw gap(upload.received_bytes)
  const most = Math.min(piece_bytes, upload.size_bytes - offset)
  const piece = await arrive({ config }, { id: own.id, offset, most }, source)
  try {
    return await db.transaction().execute(async trx => {
      const now = await ownUpload(trx, own).forUpdate().executeTakeFirst()
      if (!now) throw refuse.missing('upload')
      if (piece.size_bytes === 0 || now.state !== 'uploading' || now.received_bytes !== offset) return shown(now)
      await piece.keep()
      const received_bytes = offset + piece.size_bytes
      await trx
        .updateTable('uploads')
        .set({ received_bytes, touched_at: clock.now() })
        .where('id', '=', own.id)
        .execute()
      return shown({ ...now, received_bytes })
    })
  } finally {
    await piece.drop()
  }
}

/** Has it checked, once however often it is asked for. Throws 404, 409 while something is missing. */
export const finish = async ({ db, clock, jobs }: Tools, own: Own, sha256: string) =>
  db.transaction().execute(async trx => {
    const upload = await ownUpload(trx, own).forUpdate().executeTakeFirst()
    if (!upload) throw refuse.missing('upload')
    if (upload.state !== 'uploading') return shown(upload)
    if (upload.received_bytes < upload.size_bytes) throw gap(upload.received_bytes)
    await trx
      .updateTable('uploads')
      .set({ state: 'checking', sha256, touched_at: clock.now() })
      .where('id', '=', own.id)
      .execute()
    await jobs.send(check_job, { id: own.id }, { singletonKey: String(own.id), db: insideTransaction(trx) })
    return { ...shown(upload), state: 'checking' as const }
  })

/** Has one that failed by our fault checked again, once however often it is asked for. Throws 404, 409 for what did not fail. */
export const checkAgain = async ({ db, clock, jobs }: Tools, own: Own) =>
  db.transaction().execute(async trx => {
    const upload = await ownUpload(trx, own).forUpdate().executeTakeFirst()
    if (!upload) throw refuse.missing('upload')
    if (upload.state === 'checking') return shown(upload)
    if (upload.state !== 'failed') throw refuse(409, 'This file did not fail: there is nothing to try again.')
    await trx
      .updateTable('uploads')
      .set({ state: 'checking', reason: '', touched_at: clock.now() })
      .where('id', '=', own.id)
      .execute()
    await jobs.send(check_job, { id: own.id }, { singletonKey: String(own.id), db: insideTransaction(trx) })
    return { ...shown(upload), state: 'checking' as const }
  })

/** Breaks it off, or puts away one that was refused or failed. Throws 404, 409 for what is further. */
export const remove = async ({ db, config }: Tools, own: Own): Promise<void> => {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('id', '=', own.id)
    .where('user_id', '=', own.user_id)
    .where('state', 'in', ['uploading', 'failed', 'refused'])
    .executeTakeFirst()
  if (numDeletedRows === 0n) {
    await uploadOf(db, own)
    throw refuse(409, 'This file has come already: it cannot be broken off any more.')
  }
  await dropPieces({ config }, own.id)
}
