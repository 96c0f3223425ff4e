/** Data exports: all stored data about a user in one JSON file, available for a week. */
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { randomToken, sha256 } from '#platform/ids.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { isValidSignature, sign } from '#platform/security/secrets.server.ts'
import { DOWNLOAD_LINK_SECONDS } from '#platform/storage/files.server.ts'

import { EXPORT_FILE_PATH } from './contract.ts'
import type { PrivacyPart } from './part.ts'

export const BUILD_EXPORT_JOB = 'accounts.build-export'
export type ExportJobData = { export_id: number }

/** Requests an export, unless one is being built. */
export const createExportRequest = async (
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  user_id: number,
) => {
  const request = await db
    .insertInto('data_exports')
    .values({ user_id, requested_at: clock.now() })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!request) return
  const jobData: ExportJobData = { export_id: request.id }
  await jobs.send(BUILD_EXPORT_JOB, jobData)
}

export const getLatestExport = (db: Db, user_id: number, now: Date) =>
  db
    .selectFrom('data_exports')
    .where('user_id', '=', user_id)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id', 'desc')
    .select(['id', 'requested_at', 'size_bytes', 'expires_at', 'storage_key'])
    .executeTakeFirst()

/**
 * Builds the file and records the event that mails its user. Does nothing when it was built already or the request is
 * gone.
 */
export const buildExport = async (
  { db, storage, clock, settings }: Pick<Deps, 'db' | 'storage' | 'clock' | 'settings'>,
  parts: readonly PrivacyPart[],
  { export_id }: ExportJobData,
): Promise<void> => {
  const request = await db
    .selectFrom('data_exports')
    .where('id', '=', export_id)
    .where('storage_key', 'is', null)
    .select('user_id')
    .executeTakeFirst()
  if (!request) return
  const content: Record<string, unknown> = { created_at: clock.now().toISOString() }
  for (const { name, collect } of parts) content[name] = await collect(db, request.user_id)
  const bytes = Buffer.from(JSON.stringify(content, null, 2))
  // The name cannot be guessed, although only signed URLs open it.
  const storage_key = `exports/${sha256(randomToken())}.json`
  await storage.put(storage_key, bytes)
  const expires_at = new Date(clock.now().getTime() + settings.current().retention.exports_days * DAY_MS)
  await db.transaction().execute(async trx => {
    await trx
      .updateTable('data_exports')
      .set({ storage_key, size_bytes: bytes.length, expires_at })
      .where('id', '=', export_id)
      .execute()
    await recordEvent(trx, 'user.export_ready', { export_id })
  })
}

type ExportReader = { user_id: number; session_id: number }
type ExportLink = { until: string; signature: string }

const formatSignedText = ({
  storage_key,
  session_id,
  until,
}: {
  storage_key: string
  session_id: number
  until: string
}) => ['export', storage_key, session_id, until].join('\n')

const loadStorageKey = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, user_id: number): Promise<string> => {
  const latestExport = await getLatestExport(db, user_id, clock.now())
  if (!latestExport?.storage_key) throw refuse.missing('file. Please ask for it again')
  return latestExport.storage_key
}

/** Returns a short-lived URL of the user's file that works only in their session. Throws 404 when there is none. */
export const createExportUrl = async (
  deps: Pick<Deps, 'db' | 'clock' | 'secret'>,
  { user_id, session_id }: ExportReader,
): Promise<string> => {
  const storage_key = await loadStorageKey(deps, user_id)
  const until = String(Math.floor(deps.clock.now().getTime() / 1_000) + DOWNLOAD_LINK_SECONDS)
  const signature = sign(deps.secret, formatSignedText({ storage_key, session_id, until }))
  return `${EXPORT_FILE_PATH}?${new URLSearchParams({ until, signature })}`
}

/** Opens the file behind a link. Throws 404 for a changed link or one of another session, 410 for an expired one. */
export const openExportFile = async (
  deps: Pick<Deps, 'db' | 'clock' | 'secret' | 'storage'>,
  { user_id, session_id }: ExportReader,
  { until, signature }: ExportLink,
) => {
  const storage_key = await loadStorageKey(deps, user_id)
  if (!isValidSignature(deps.secret, formatSignedText({ storage_key, session_id, until }), signature))
    throw refuse.missing('file')
  if (Number(until) * 1_000 < deps.clock.now().getTime())
    throw refuse(410, 'This download link has expired. Please start the download again.')
  const file = await deps.storage.open(storage_key)
  if (!file) throw refuse.missing('file. Please ask for it again')
  return file
}

/** Deletes files that are a week old, with their rows. */
export const purgeOldExports = async ({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>) => {
  const expiredExports = await db
    .selectFrom('data_exports')
    .where('expires_at', '<=', clock.now())
    .select(['id', 'storage_key'])
    .execute()
  for (const { id, storage_key } of expiredExports) {
    if (storage_key) await storage.remove(storage_key)
    await db.deleteFrom('data_exports').where('id', '=', id).execute()
  }
}

/** Expires the files of a deleted user. The next sweep deletes them. */
export const expireExports = async (trx: Trx, user_id: number, now: Date): Promise<void> => {
  await trx.deleteFrom('data_exports').where('user_id', '=', user_id).where('storage_key', 'is', null).execute()
  await trx
    .updateTable('data_exports')
    .set({ expires_at: now })
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .execute()
}
