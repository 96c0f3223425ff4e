/** Everything that we hold about somebody, as one file of JSON that they fetch within a week. */
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { randomToken, sha256 } from '#platform/ids.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'
import { isSigned, sign } from '#platform/secrets.server.ts'

import { EXPORT_FILE_PATH } from './contract.ts'
import type { PrivacyPart } from './part.ts'

export const make_export_job = 'accounts.make-export'
export type ExportAsked = { export_id: number }

const kept_ms = 7 * 86_400_000

/** Asks for a file, unless one is being made. */
export const askForFile = async ({ db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>, user_id: number) => {
  const asked = await db
    .insertInto('data_exports')
    .values({ user_id, asked_at: clock.now() })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!asked) return
  const data: ExportAsked = { export_id: asked.id }
  await jobs.send(make_export_job, data)
}

export const lastExportOf = (db: Db, user_id: number, now: Date) =>
  db
    .selectFrom('data_exports')
    .where('user_id', '=', user_id)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id', 'desc')
    .select(['id', 'asked_at', 'size_bytes', 'expires_at', 'storage_key'])
    .executeTakeFirst()

/** Makes the file, and has its mail sent. Does nothing when it is there already, or nobody waits for it anymore. */
export const makeExport = async (
  { db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>,
  parts: readonly PrivacyPart[],
  { export_id }: ExportAsked,
): Promise<void> => {
  const wanted = await db
    .selectFrom('data_exports')
    .where('id', '=', export_id)
    .where('storage_key', 'is', null)
    .select('user_id')
    .executeTakeFirst()
  if (!wanted) return
  const collected: Record<string, unknown> = { made_at: clock.now().toISOString() }
  for (const { name, collect } of parts) collected[name] = await collect(db, wanted.user_id)
  const bytes = Buffer.from(JSON.stringify(collected, null, 2))
  // Nobody guesses the name, though only signed addresses open it.
  const storage_key = `exports/${sha256(randomToken())}.json`
  await storage.put(storage_key, bytes)
  const expires_at = new Date(clock.now().getTime() + kept_ms)
  await db.transaction().execute(async trx => {
    await trx
      .updateTable('data_exports')
      .set({ storage_key, size_bytes: bytes.length, expires_at })
      .where('id', '=', export_id)
      .execute()
    await record(trx, 'user.export_ready', { export_id })
  })
}

const LINK_SECONDS = 300

type Reader = { user_id: number; session_id: number }
type ExportLink = { until: string; signature: string }

const signedText = ({ storage_key, session_id, until }: { storage_key: string; session_id: number; until: string }) =>
  ['export', storage_key, session_id, until].join('\n')

const keyOf = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, user_id: number): Promise<string> => {
  const last = await lastExportOf(db, user_id, clock.now())
  if (!last?.storage_key) throw refuse.missing('file. Please ask for it again')
  return last.storage_key
}

/** A short-lived address of somebody's file, which opens in their session alone. Throws 404 when there is none. */
export const exportUrl = async (
  deps: Pick<Deps, 'db' | 'clock' | 'secret'>,
  { user_id, session_id }: Reader,
): Promise<string> => {
  const storage_key = await keyOf(deps, user_id)
  const until = String(Math.floor(deps.clock.now().getTime() / 1_000) + LINK_SECONDS)
  const signature = sign(deps.secret, signedText({ storage_key, session_id, until }))
  return `${EXPORT_FILE_PATH}?${new URLSearchParams({ until, signature })}`
}

/** The file behind a link. Throws 404 for a link of another session or a changed one, 410 for an old one. */
export const exportFile = async (
  deps: Pick<Deps, 'db' | 'clock' | 'secret' | 'storage'>,
  { user_id, session_id }: Reader,
  { until, signature }: ExportLink,
) => {
  const storage_key = await keyOf(deps, user_id)
  if (!isSigned(deps.secret, signedText({ storage_key, session_id, until }), signature)) throw refuse.missing('file')
  if (Number(until) * 1_000 < deps.clock.now().getTime())
    throw refuse(410, 'This download link has expired. Please start the download again.')
  const file = await deps.storage.open(storage_key)
  if (!file) throw refuse.missing('file. Please ask for it again')
  return file
}

/** Files that are a week old go, and their rows with them. */
export const forgetOldExports = async ({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>) => {
  const old = await db
    .selectFrom('data_exports')
    .where('expires_at', '<=', clock.now())
    .select(['id', 'storage_key'])
    .execute()
  for (const { id, storage_key } of old) {
    if (storage_key) await storage.remove(storage_key)
    await db.deleteFrom('data_exports').where('id', '=', id).execute()
  }
}

/** The next sweep takes the files of somebody who leaves. */
export const endExportsOf = async (trx: Trx, user_id: number, now: Date): Promise<void> => {
  await trx.deleteFrom('data_exports').where('user_id', '=', user_id).where('storage_key', 'is', null).execute()
  await trx
    .updateTable('data_exports')
    .set({ expires_at: now })
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .execute()
}
