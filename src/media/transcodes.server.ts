/** Transcodes a master the first time a buyer requests a format; concurrent requests share the work, and the file is stored. */
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse, type Refusal } from '#platform/http/refusal.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'
import { openTicket } from '#tickets/tickets.server.ts'

import { findPrograms } from './ffmpeg.server.ts'
import { hashFile } from './probe.server.ts'
import { encodeProres } from './prores.server.ts'
import type { TechFacts } from './rendition-set.ts'
import { isTranscodeFormat, type TranscodeFormat } from './transcode-formats.ts'
import { UnusableFootage } from './unusable-footage.ts'

export type TranscodeKey = { master_id: number; format_id: number }
type TranscodeFailure = 'no_program' | 'unusable'

const TRANSCODE_JOB = 'media.transcode'
/** How long a failure is reported; a later request retries. */
const FAILURE_MS = 60_000

const failureText: Record<TranscodeFailure, string> = {
  no_program:
    'This format cannot be made right now. Our team has been notified and is working on it: please try again later, or write to us.',
  unusable: 'This format could not be made of the clip’s master. Our team has been notified: please write to us.',
}

/**
 * Queues a transcode unless one is in progress. Returns the response for the client: progress in `meta.transcode.percent`,
 * or why the file cannot be made.
 */
export const requestTranscode = async (
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  { master_id, format_id }: TranscodeKey,
): Promise<Refusal> => {
  if (!isTranscodeFormat(format_id)) return refuse(409, 'This file is not available right now. Please write to us.')
  const now = clock.now()
  const row = await db
    .insertInto('transcodes')
    .values({ master_id, format_id, state: 'waiting', requested_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['master_id', 'format_id'])
        .doUpdateSet({ state: 'waiting', failure: null, percent: 0, requested_at: now, ended_at: null })
        .where('transcodes.state', '=', 'failed')
        .where('transcodes.ended_at', '<', new Date(now.getTime() - FAILURE_MS)),
    )
    .returning(['state', 'percent', 'failure'])
    .executeTakeFirst()
  const transcode = row ?? (await findTranscode(db, { master_id, format_id }))
  if (transcode?.failure) return refuse(503, failureText[transcode.failure as TranscodeFailure])
  // The queue accepts one job per key, so sending it again is harmless and restores a lost job.
  await jobs.send(TRANSCODE_JOB, { master_id, format_id }, { singletonKey: `${master_id}.${format_id}` })
  return refuse(409, 'We are preparing this file. Please try again in a moment.', {
    transcode: { percent: transcode?.percent ?? 0 },
  })
}

const findTranscode = (db: Db, { master_id, format_id }: TranscodeKey) =>
  db
    .selectFrom('transcodes')
    .where('master_id', '=', master_id)
    .where('format_id', '=', format_id)
    .select(['state', 'percent', 'failure'])
    .executeTakeFirst()

type TranscodeDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'settings'> & { config: Pick<Deps['config'], 'data_dir'> }

/** Transcodes one file, unless it exists. Throws on errors of the server, so that the job is retried. */
export const runTranscode = async (
  deps: TranscodeDeps,
  key: TranscodeKey,
  programs = findPrograms(),
): Promise<void> => {
  const { db, storage, clock } = deps
  const { master_id, format_id } = key
  if (!isTranscodeFormat(format_id) || (await findTranscode(db, key))?.state === 'made') return
  const master = await db
    .selectFrom('masters')
    .where('id', '=', master_id)
    .select(['sha256', 'storage_key', 'facts'])
    .executeTakeFirst()
  const masterFile = master && (await storage.open(master.storage_key))
  if (!master || !masterFile) return failTranscode(deps, key, 'unusable', 'The master is not in storage.')
  if (!programs) return failTranscode(deps, key, 'no_program', 'ffmpeg is missing on the machine that runs jobs.')
  const workDir = path.join(deps.config.data_dir, 'making')
  await mkdir(workDir, { recursive: true })
  // Each run has its own folder: an earlier run that was considered dead may still be writing.
  const folder = await mkdtemp(path.join(workDir, `${format_id}-`))
  try {
    const [source, file] = [path.join(folder, 'master'), path.join(folder, 'made.mov')]
    await pipeline(masterFile.read(), createWriteStream(source))
    const progress = createProgressWriter(db, key)
    await encodeProres({
      programs,
      master: source,
      facts: master.facts as TechFacts,
      format_id,
      file,
      onProgress: progress.report,
      // After a failure too: a late write would turn it back into progress.
    }).finally(progress.flush)
    const storage_key = storageKey(master.sha256, format_id)
    await storage.adopt(storage_key, file)
    const facts = { storage_key, size_bytes: (await stat(file)).size, sha256: await hashFile(file) }
    await updateTranscode(db, key, { ...facts, state: 'made', percent: 100, ended_at: clock.now() })
  } catch (error) {
    if (error instanceof UnusableFootage) return await failTranscode(deps, key, 'unusable', error.message)
    // Report the failure to the waiting buyer, then let the queue retry.
    await failTranscode(deps, key, 'no_program', 'The machine that runs jobs failed: see its log.')
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const storageKey = (sha256: string, format_id: TranscodeFormat) => `formats/${sha256}-${format_id}.mov`

type TranscodeUpdate = Partial<{
  state: string
  percent: number
  failure: TranscodeFailure | null
  storage_key: string
  size_bytes: number
  sha256: string
  ended_at: Date
}>
const updateTranscode = async (
  db: Pick<Db, 'updateTable'>,
  { master_id, format_id }: TranscodeKey,
  values: TranscodeUpdate,
) => {
  await db
    .updateTable('transcodes')
    .set(values)
    .where('master_id', '=', master_id)
    .where('format_id', '=', format_id)
    .execute()
}

/** Saves progress, one write at a time and only when it increases. */
const createProgressWriter = (db: Db, key: TranscodeKey) => {
  let pending = updateTranscode(db, key, { state: 'making', failure: null })
  let written = 0
  return {
    report: (percent: number) => {
      if (percent <= written) return
      written = percent
      pending = pending.then(() => updateTranscode(db, key, { percent }))
      pending.catch(() => {})
    },
    flush: () => pending,
  }
}

/** Marks the transcode as failed and opens a support ticket, unless one about it is open. */
const failTranscode = async (
  { db, clock, settings }: TranscodeDeps,
  key: TranscodeKey,
  failure: TranscodeFailure,
  detail: string,
) => {
  const now = clock.now()
  const topic = `make_${failure}`
  await db.transaction().execute(async trx => {
    await updateTranscode(trx, key, { state: 'failed', failure, ended_at: now })
    const existing = await trx
      .selectFrom('tickets')
      .where('kind', '=', 'delivery')
      .where('state', '=', 'open')
      .where('topic', '=', topic)
      .$if(failure === 'unusable', query => query.where(sql<string>`details->>'Master'`, '=', String(key.master_id)))
      .select('id')
      .executeTakeFirst()
    if (existing) return
    const ticket = {
      kind: 'delivery' as const,
      topic,
      name: settings.company().name,
      email: settings.company().email,
      message: `A buyer is waiting for a file that could not be created. ${detail}`,
      details: { Master: String(key.master_id), Format: key.format_id === 3 ? 'HD' : 'Highest Res' },
    }
    await openTicket(trx, ticket, { user_id: null, workspace_id: null }, now)
  })
}

/** One at a time: a transcode keeps several processors busy. */
export const mediaJobs = (deps: Deps): Job[] => [
  {
    ...job<TranscodeKey>(TRANSCODE_JOB, key => runTranscode(deps, key)),
    concurrency: 1,
    timeout_seconds: 2 * 3_600,
    // Detects a killed worker quickly, because a buyer is waiting.
    heartbeat_seconds: 20,
    once_per_key: true,
  },
]
