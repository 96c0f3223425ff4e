/** Checks a completed upload: it becomes a draft or is refused with a reason. Safe to run again. */
import { rm } from 'node:fs/promises'
import path from 'node:path'

import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import { removeDraftClip } from '../drafts.server.ts'
import { ingestMaster } from '../ingest.server.ts'
import { nameFromFile, toPrintable, resolveMetadata } from '../metadata.ts'
import { workFolderOf } from '../work-folder.server.ts'
import { deletePieces, joinPieces } from './pieces.server.ts'
import { throttleProgress } from './progress.ts'

/** Column values of an upload that is not being checked. */
export const clearedProgress = { check_step: null, checked_percent: null }

type CheckDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'config' | 'settings'>

/** Returns a failed upload to checking when staff retry its job. */
const resumeFailedCheck = (db: Db, id: number) =>
  db
    .updateTable('uploads')
    .set({ state: 'checking', reason: '' })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute()

const findCheckingUpload = async (db: Db, id: number) =>
  db
    .selectFrom('uploads as u')
    .innerJoin('filmmakers as f', 'f.id', 'u.filmmaker_id')
    .where('u.id', '=', id)
    .where('u.state', '=', 'checking')
    .selectAll('u')
    .select('f.name as filmmaker')
    .executeTakeFirst()
type CheckingUpload = NonNullable<Awaited<ReturnType<typeof findCheckingUpload>>>

/** The name of the upload's work folder. Unique per upload, because the same file may be uploaded twice. */
export const benchNameOf = (id: number): string => `upload-${id}`

const WRONG_HASH_TEXT = 'The file did not arrive as it was sent: its SHA-256 is another one. Please upload it again.'
const DUPLICATE_TEXT = 'We have this footage already. If it is yours, please write to us.'

/** Checks one upload. Throws on errors of the server; calling it again resumes the check. */
export const checkUpload = async (deps: CheckDeps, id: number): Promise<void> => {
  await resumeFailedCheck(deps.db, id)
  const upload = await findCheckingUpload(deps.db, id)
  if (!upload) return
  const progress = throttleProgress(({ step, percent }) =>
    deps.db
      .updateTable('uploads')
      .set({ check_step: step, checked_percent: percent })
      .where('id', '=', id)
      .where('state', '=', 'checking')
      .execute(),
  )
  try {
    const reason = await processUpload(deps, upload, progress)
    if (reason !== undefined) await markRefused(deps, id, reason)
  } catch (error) {
    // The job is retried later; until then show no progress.
    await progress.stop()
    await deps.db
      .updateTable('uploads')
      .set(clearedProgress)
      .where('id', '=', id)
      .where('state', '=', 'checking')
      .execute()
    throw error
  } finally {
    await progress.stop()
  }
  await deletePieces(deps, id)
}

/** Turns the upload into a draft. Returns undefined on success, or why it is refused. */
const processUpload = async (
  deps: CheckDeps,
  upload: CheckingUpload,
  { report }: ReturnType<typeof throttleProgress>,
): Promise<string | undefined> => {
  const { id, filmmaker_id, sha256 } = upload
  if (sha256 === null) throw new Error(`Upload ${id} has no SHA-256.`)
  const bench = benchNameOf(id)
  const { folder, master } = workFolderOf(deps, bench)
  if ((await joinPieces(deps, upload, master, percent => report('joining', percent))) !== sha256) {
    await rm(folder, { recursive: true, force: true })
    return WRONG_HASH_TEXT
  }
  const metadata = resolveMetadata({
    folder: path.sep,
    file: upload.file_name.replaceAll(/[/\\]/g, ' '),
    filmmaker: upload.filmmaker,
    shoot: upload.shoot,
  })
  if (!metadata) throw new Error(`Upload ${id} has no filmmaker.`)
  const task = {
    sha256,
    file_name: toPrintable(upload.file_name),
    words: { ...metadata, name: nameFromFile(upload.file_name), filmmaker_id },
    publish: false,
    is_draft: true,
    bench,
  }
  const result = await ingestMaster(deps, task, {
    onProgress: report,
    onSaved: (trx, clip) => markTaken(trx, upload, clip, deps.clock.now()),
  })
  if (result.outcome === 'ingested') return undefined
  return result.outcome === 'refused' ? result.reason : duplicateReason(deps.db, upload, result.clip_id)
}

/** Names the existing clip only to its own filmmaker. */
const duplicateReason = async (db: Db, { filmmaker_id }: CheckingUpload, clip_id: number): Promise<string> => {
  const ownClip = await db
    .selectFrom('clips')
    .where('id', '=', clip_id)
    .where('filmmaker_id', '=', filmmaker_id)
    .select('name')
    .executeTakeFirst()
  return ownClip ? `This footage is here already: it is clip ${clip_id}, “${ownClip.name}”.` : DUPLICATE_TEXT
}

type IngestedClip = { clip_id: number; notes: string[] }

const markTaken = async (
  trx: Trx,
  { id, user_id, by_staff }: CheckingUpload,
  { clip_id, notes }: IngestedClip,
  now: Date,
) => {
  const { numUpdatedRows } = await trx
    .updateTable('uploads')
    .set({ state: 'accepted', clip_id, notes, ...clearedProgress, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .executeTakeFirst()
  // The sender deleted their account during the check: do not keep a clip without a sender.
  if (numUpdatedRows === 0n) return removeDraftClip(trx, clip_id)
  if (by_staff)
    await writeAuditEntry(trx, { staff_user_id: user_id, about: 'clip', about_key: clip_id, action: 'uploaded', now })
}

const markRefused = ({ db, clock }: CheckDeps, id: number, reason: string) =>
  db
    .updateTable('uploads')
    .set({ state: 'refused', reason, ...clearedProgress, updated_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .execute()
