/** Ingests one file: checks it, renders it, and saves it as a clip in one transaction. Running it again changes nothing. */
import { rm } from 'node:fs/promises'
import path from 'node:path'

import { publishClip, reserveClipNumber, saveClip, submitClip } from '#catalog/save-catalog.server.ts'
import { requirePrograms } from '#media/ffmpeg.server.ts'
import { readCurrentSet, readManifest } from '#media/manifest.server.ts'
import { belowMinimum } from '#media/master-minimum.ts'
import { saveMaster } from '#media/masters.server.ts'
import { PIPELINE, type RenditionSet, type TechFacts } from '#media/rendition-set.ts'
import { makeRenditionsInSubprocess } from '#media/renditions-subprocess.server.ts'
import type { RenditionStep } from '#media/renditions.server.ts'
import { isTranscodeFormat, isProres422, estimateTranscodeBytes, transcodeSize } from '#media/transcode-formats.ts'
import { UnusableFootage } from '#media/unusable-footage.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { toSlug } from '#platform/slug.ts'

import { clipColumnsOf, toPrintable, type IngestMetadata } from './metadata.ts'
import { findFreeSlug, resolvePlacement } from './placement.server.ts'
import { storeRenditionSet, workFolderOf, type WorkFolder } from './work-folder.server.ts'

/** The work for one file; also the payload of the ingest job. */
export type IngestTask = {
  /** Of the master in the work folder. */
  sha256: string
  file_name: string
  words: IngestMetadata
  publish: boolean
  /** Keeps the clip a draft until its filmmaker has described it. */
  is_draft?: boolean
  /** The name of the work folder if it is not the SHA-256, for exclusive use. */
  bench?: string
}

export type IngestHooks = {
  /** Called with the progress. */
  onProgress?: ((step: RenditionStep | 'saving', percent: number | null) => void) | undefined
  signal?: AbortSignal | undefined
  /** Called in the transaction that creates the clip. */
  onSaved?: (trx: Trx, clip: { clip_id: number; notes: string[] }) => Promise<void>
}

export type IngestResult =
  | { outcome: 'ingested'; clip_id: number; notes: string[] }
  | { outcome: 'refused'; reason: string }
  /** These bytes are already a clip. */
  | { outcome: 'there'; clip_id: number }

type IngestDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'settings'> & {
  config: Pick<Deps['config'], 'data_dir' | 'master_minimum'>
}

/** Returns the earlier result for these bytes, undefined when they are new or were refused by another pipeline version. */
export const findEarlierResult = async (db: Db | Trx, sha256: string): Promise<IngestResult | undefined> => {
  const clip = await db
    .selectFrom('clips as c')
    .innerJoin('masters as m', 'm.id', 'c.master_id')
    .where('m.sha256', '=', sha256)
    .select('c.id')
    .executeTakeFirst()
  if (clip) return { outcome: 'there', clip_id: clip.id }
  const refusal = await db
    .selectFrom('ingests')
    .where('sha256', '=', sha256)
    .where('outcome', '=', 'refused')
    .where('pipeline', '=', PIPELINE)
    .select('reason')
    .executeTakeFirst()
  return refusal && { outcome: 'refused', reason: refusal.reason }
}

const extensionsByContainer: Record<TechFacts['container'], readonly string[]> = {
  mov: ['.mov', '.mp4', '.m4v'],
  matroska: ['.mkv', '.webm'],
  mxf: ['.mxf'],
}

/** Returns the file extension of the actual container, whatever the file’s name is. */
const extensionOf = ({ container }: TechFacts, file_name: string) => {
  const [defaultExtension = '.mov', ...others] = extensionsByContainer[container]
  return others.find(extension => extension === path.extname(file_name).toLowerCase()) ?? defaultExtension
}

const HD_SHORT_SIDE_PX = 1_080
const [HIGHEST_RES, HD, LOG] = [2, 3, 4]

/** Flat color is sold as LOG. Otherwise a master above HD is sold as Highest Res and HD, any other as HD. */
const formatIdsFor = ({ width, height }: TechFacts, metadata: Pick<IngestMetadata, 'log'>) =>
  metadata.log ? [LOG] : Math.min(width, height) > HD_SHORT_SIDE_PX ? [HIGHEST_RES, HD] : [HD]

type StoredMaster = { storage_key: string; file_name: string }

/** Returns the format’s file: the master itself where it is ProRes 422 in the format’s size, otherwise a future transcode. */
const toClipFormat = (facts: TechFacts, format_id: number, { storage_key, file_name }: StoredMaster) => {
  const { width, height, codec, size_bytes } = facts
  const size = isTranscodeFormat(format_id) ? transcodeSize(facts, format_id) : facts
  const isSameSize = size.width === width && size.height === height
  if (!isTranscodeFormat(format_id) || (isSameSize && isProres422(facts)))
    return { format_id, width, height, codec, size_bytes, storage_key, file_name }
  return {
    format_id,
    width: size.width,
    height: size.height,
    codec: 'prores',
    size_bytes: estimateTranscodeBytes(facts, format_id),
    storage_key: null,
    file_name: `${path.parse(file_name).name}.mov`,
  }
}

type RenderedMaster = { set: RenditionSet; folder: string; now: Date }

/** Returns the formats in which a master is sold, with file names. */
export const clipFormatsOf = (facts: TechFacts, metadata: Pick<IngestMetadata, 'log'>, stored: StoredMaster) =>
  formatIdsFor(facts, metadata).map(id => toClipFormat(facts, id, stored))

const saveIngested = async (
  trx: Trx,
  task: IngestTask,
  { set, folder, now }: RenderedMaster,
  { onSaved }: IngestHooks,
): Promise<IngestResult> => {
  const { words } = task
  const { sha256, width, height, fps, duration_ms } = set.master
  const extension = extensionOf(set.master, task.file_name)
  const storage_key = `masters/${sha256}${extension}`
  const file_name = `${toSlug(path.parse(task.file_name).name)}${extension}`
  const master_id = await saveMaster(trx, { set, storage_key, file_name, folder })
  // The row of the master is locked now: a concurrent ingest of the same bytes waits above and finds the clip here.
  const earlier = await findEarlierResult(trx, sha256)
  if (earlier?.outcome === 'there') return earlier
  const placement = await resolvePlacement(trx, words)
  const clip_id = await saveClip(trx, {
    id: set.watermark?.clip_number ?? undefined,
    ...placement,
    slug: await findFreeSlug(trx, placement.shoot_id, words.name),
    ...clipColumnsOf(words),
    camera: words.camera || (set.master.camera ?? ''),
    master_id,
    width,
    height,
    fps,
    duration_ms,
    formats: clipFormatsOf(set.master, words, { storage_key, file_name }),
  })
  if (task.publish) await publishClip(trx, clip_id, now)
  else if (!task.is_draft) await submitClip(trx, clip_id)
  await saveIngestRecord(trx, task, { outcome: 'ingested', reason: '', notes: set.notes, clip_id }, now)
  await onSaved?.(trx, { clip_id, notes: set.notes })
  return { outcome: 'ingested', clip_id, notes: set.notes }
}

type IngestRecord = { outcome: 'ingested' | 'refused'; reason: string; notes: string[]; clip_id: number | null }

const saveIngestRecord = async (db: Db | Trx, { sha256, file_name }: IngestTask, record: IngestRecord, now: Date) => {
  const fields = { ...record, file_name: toPrintable(file_name), pipeline: PIPELINE, decided_at: now }
  await db
    .insertInto('ingests')
    .values({ sha256, ...fields })
    .onConflict(conflict => conflict.column('sha256').doUpdateSet(fields))
    .execute()
}

const storeAndSave = async (
  { db, storage, clock }: IngestDeps,
  set: RenditionSet,
  task: IngestTask,
  { bench: workFolder, watch: hooks }: { bench: WorkFolder; watch: IngestHooks },
) => {
  if (set.master.sha256 !== task.sha256)
    throw new Error('The file changed while it was read. Try again when it no longer changes.')
  const storeFiles = async () => {
    await storage.adopt(`masters/${task.sha256}${extensionOf(set.master, task.file_name)}`, workFolder.master)
    return storeRenditionSet(storage, set, workFolder)
  }
  const folder = await storeFiles()
  const result = await db
    .transaction()
    .execute(trx => saveIngested(trx, task, { set, folder, now: clock.now() }, hooks))
  // `sweepMasters` may have removed the files meanwhile, if they belonged to a deleted clip.
  await storeFiles()
  return result
}

/**
 * Checks and ingests the master in its work folder; the clip is then in review or published. A faulty file is refused with a
 * reason. When the machine is at fault it throws, and a later call continues the work.
 */
export const ingestMaster = async (
  deps: IngestDeps,
  task: IngestTask,
  hooks: IngestHooks = {},
): Promise<IngestResult> => {
  const { signal } = hooks
  const workFolder = workFolderOf(deps, task.bench ?? task.sha256)
  const removeWorkFolder = () => rm(workFolder.folder, { recursive: true, force: true })
  try {
    const earlier = await findEarlierResult(deps.db, task.sha256)
    const result = earlier?.outcome === 'there' ? earlier : await renderAndSave(deps, task, workFolder, hooks)
    await removeWorkFolder()
    return result
  } catch (error) {
    // An aborted render without a manifest leaves nothing to continue from.
    if (signal?.aborted && !(await readManifest(workFolder.renditions))) await removeWorkFolder()
    throw error
  }
}

const renderAndSave = async (
  deps: IngestDeps,
  task: IngestTask,
  workFolder: WorkFolder,
  hooks: IngestHooks,
): Promise<IngestResult> => {
  const { master, renditions: folder } = workFolder
  const { name } = deps.settings.company()
  const { signal, onProgress } = hooks
  try {
    const set =
      (await readCurrentSet(folder, master)) ??
      (await makeRenditionsInSubprocess(
        {
          programs: requirePrograms(),
          clip: toSlug(task.words.name),
          master,
          folder,
          watermark: { name, clip_number: await reserveClipNumber(deps.db) },
        },
        { signal, onProgress },
      ))
    const reason = belowMinimum(set.master, deps.config.master_minimum)
    if (reason) throw new UnusableFootage(reason)
    onProgress?.('saving', null)
    return await storeAndSave(deps, set, task, { bench: workFolder, watch: hooks })
  } catch (error) {
    if (!(error instanceof UnusableFootage)) throw error
    const refusal = { outcome: 'refused', reason: error.message } as const
    await saveIngestRecord(deps.db, task, { ...refusal, notes: [], clip_id: null }, deps.clock.now())
    return refusal
  }
}
