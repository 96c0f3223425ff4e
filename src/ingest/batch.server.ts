/** Ingests many files, a few at a time. A file that fails does not stop the others. */
import os from 'node:os'
import path from 'node:path'

import { holdCategories } from '#catalog/edit-categories.server.ts'
import { publishClip } from '#catalog/save-catalog.server.ts'
import { hashFile } from '#media/probe.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'

import { findEarlierResult, ingestMaster, type IngestResult, type IngestTask } from './ingest.server.ts'
import { clipColumnsOf, type IngestMetadata } from './metadata.ts'
import { findFreeSlug, resolvePlacement } from './placement.server.ts'
import type { PlannedFile } from './plan.server.ts'
import { copyToWorkFolder } from './work-folder.server.ts'

type RevisionOutcome = 'revised' | 'published' | 'left_alone'

/** Leaves clips alone that were ever published: the editors own their metadata. */
export const reviseClip = (
  db: Db,
  clip_id: number,
  metadata: IngestMetadata,
  publish: boolean,
  now: Date,
): Promise<RevisionOutcome> =>
  db.transaction().execute(async trx => {
    await holdCategories(trx)
    const clip = await trx
      .selectFrom('clips')
      .where('id', '=', clip_id)
      .where('status', 'in', ['draft', 'in_review'])
      .select(['shoot_id', 'slug', 'name'])
      .forUpdate()
      .executeTakeFirst()
    if (!clip) return 'left_alone'
    const placement = await resolvePlacement(trx, metadata)
    const isSame = placement.shoot_id === clip.shoot_id && metadata.name === clip.name
    const slug = isSame ? clip.slug : await findFreeSlug(trx, placement.shoot_id, metadata.name)
    await trx
      .updateTable('clips')
      .set({ ...placement, ...clipColumnsOf(metadata), slug, updated_at: now })
      .where('id', '=', clip_id)
      .execute()
    if (publish) await publishClip(trx, clip_id, now)
    return publish ? 'published' : 'revised'
  })

export type FileOutcome =
  | IngestResult
  /** The clip existed; the manifest has new metadata for it, which may also publish it. */
  | { outcome: 'revised' | 'published'; clip_id: number }
  /** Handed to the workers. */
  | { outcome: 'queued' }
  /** Not the file’s fault: a later attempt may succeed. */
  | { outcome: 'failed'; reason: string }

export type BatchOptions = {
  folder: string
  files: readonly PlannedFile[]
  /** Retries files that were refused before. */
  again?: boolean
  /** Queues the prepared work instead of doing it here. */
  queue?: (task: IngestTask) => Promise<void>
  signal?: AbortSignal
  /** `worked_ms` is the time that a file took if it became a clip, otherwise 0. */
  onDone?: (file: PlannedFile, outcome: FileOutcome, worked_ms: number) => void
  onStart?: (file: PlannedFile) => void
}

type BatchDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'settings'> & {
  config: Pick<Deps['config'], 'data_dir' | 'master_minimum'>
}

/** ffmpeg uses several processors by itself. */
export const CONCURRENCY = Math.max(1, Math.floor(os.availableParallelism() / 4))

const reasonOf = (error: unknown) => {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EACCES' || code === 'EPERM') return 'The file cannot be read: permission denied.'
  if (code === 'ENOENT') return 'The file no longer exists.'
  return messageOf(error)
}

/** Files in progress by hash: a copy of one waits for it. */
type FilesInProgress = Map<string, Promise<unknown>>

/** Returns the outcome of each file, in the order of completion. Stops between and within files when the signal aborts. */
export const ingestBatch = async (
  deps: BatchDeps,
  options: BatchOptions,
): Promise<{ file: string; outcome: FileOutcome }[]> => {
  const { files, signal, onDone, onStart } = options
  const pending = [...files]
  const results: { file: string; outcome: FileOutcome }[] = []
  const inProgress: FilesInProgress = new Map()
  const runWorker = async () => {
    for (let planned = pending.shift(); planned && !signal?.aborted; planned = pending.shift()) {
      onStart?.(planned)
      const current = planned
      const startedAt = performance.now()
      const outcome = await ingestFile(deps, options, current, inProgress).catch((error: unknown): FileOutcome => ({
        outcome: 'failed',
        reason: reasonOf(error),
      }))
      // An aborted file has not failed: the next run continues it.
      if (signal?.aborted && outcome.outcome === 'failed') return
      results.push({ file: current.file, outcome })
      const becameClip = outcome.outcome === 'ingested' || outcome.outcome === 'queued'
      onDone?.(current, outcome, becameClip ? performance.now() - startedAt : 0)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker))
  return results
}

const ingestFile = async (
  deps: BatchDeps,
  options: BatchOptions,
  planned: PlannedFile,
  inProgress: FilesInProgress,
): Promise<FileOutcome> => {
  const sha256 = await hashFile(path.join(options.folder, planned.file))
  await inProgress.get(sha256)
  const work = ingestHashedFile(deps, options, planned, sha256)
  inProgress.set(
    sha256,
    work.catch(() => {}),
  )
  return work
}

const ingestHashedFile = async (
  deps: BatchDeps,
  { folder, again, queue, signal }: BatchOptions,
  planned: PlannedFile,
  sha256: string,
): Promise<FileOutcome> => {
  const file = path.join(folder, planned.file)
  const previous = await findEarlierResult(deps.db, sha256)
  const { words, publish } = planned
  if (previous?.outcome === 'there' && planned.described) {
    const outcome = await reviseClip(deps.db, previous.clip_id, words, publish, deps.clock.now())
    if (outcome !== 'left_alone') return { outcome, clip_id: previous.clip_id }
  }
  if (previous && !(previous.outcome === 'refused' && again)) return previous
  const task: IngestTask = { sha256, file_name: path.basename(planned.file), words, publish }
  await copyToWorkFolder(deps, file, sha256)
  if (!queue) return ingestMaster(deps, task, { signal })
  await queue(task)
  return { outcome: 'queued' }
}
