/** One file becomes a clip: judged, put into its renditions, and saved in one transaction. Running it again changes nothing. */
import { rm } from 'node:fs/promises'
import path from 'node:path'

import { canBeMade, isProres422, madeBytes, madeSize } from '#media/deliverable.ts'
import { needPrograms } from '#media/ffmpeg.server.ts'
import { currentSet, readManifest } from '#media/manifest.server.ts'
import { belowMinimum } from '#media/master-minimum.ts'
import { saveMaster } from '#media/masters.server.ts'
import { PIPELINE, type RenditionSet, type TechFacts } from '#media/rendition-set.ts'
import { makeRenditionsApart } from '#media/renditions-apart.server.ts'
import type { RenditionStep } from '#media/renditions.server.ts'
import { UnusableFootage } from '#media/unusable-footage.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { slugOf } from '#platform/slug.ts'

import { publishClip, saveClip, submitClip } from '../save.server.ts'
import { adoptSet, benchOf, type Bench } from './bench.server.ts'
import { freeSlug, placeOf } from './place.server.ts'
import { columnsOf, printable, type ClipWords } from './words.ts'

/** What the job queue carries, too. */
export type IngestTask = {
  /** Of the master, which lies on its bench. */
  sha256: string
  file_name: string
  words: ClipWords
  publish: boolean
  /** It stays a draft until its filmmaker has described it. */
  is_draft?: boolean
  /** The name of its bench where that is not its SHA-256: nobody else works there. */
  bench?: string
}

export type Watch = {
  /** Told how far it is. */
  heard?: ((step: RenditionStep | 'saving', percent: number | null) => void) | undefined
  signal?: AbortSignal | undefined
  /** In the transaction that makes a clip of it. */
  taken?: (trx: Trx, clip: { clip_id: number; notes: string[] }) => Promise<void>
}

export type Judgment =
  | { outcome: 'taken'; clip_id: number; notes: string[] }
  | { outcome: 'refused'; reason: string }
  /** These bytes are a clip already. */
  | { outcome: 'there'; clip_id: number }

type Tools = Pick<Deps, 'db' | 'storage' | 'clock'> & { config: Pick<Deps['config'], 'data_dir' | 'master_minimum'> }

/** What is known of these bytes from before; undefined when they are new, or when another pipeline judged them. */
export const judgedBefore = async (db: Db | Trx, sha256: string): Promise<Judgment | undefined> => {
  const clip = await db
    .selectFrom('clips as c')
    .innerJoin('masters as m', 'm.id', 'c.master_id')
    .where('m.sha256', '=', sha256)
    .select('c.id')
    .executeTakeFirst()
  if (clip) return { outcome: 'there', clip_id: clip.id }
  const refused = await db
    .selectFrom('ingests')
    .where('sha256', '=', sha256)
    .where('outcome', '=', 'refused')
    .where('pipeline', '=', PIPELINE)
    .select('reason')
    .executeTakeFirst()
  return refused && { outcome: 'refused', reason: refused.reason }
}

const endings: Record<TechFacts['container'], readonly string[]> = {
  mov: ['.mov', '.mp4', '.m4v'],
  matroska: ['.mkv', '.webm'],
  mxf: ['.mxf'],
}

/** The ending that tells what the file is, whatever it was called. */
const endingOf = ({ container }: TechFacts, file_name: string) => {
  const [usual = '.mov', ...others] = endings[container]
  return others.find(one => one === path.extname(file_name).toLowerCase()) ?? usual
}

const hd_short_side_px = 1_080
const [highest_res, hd, log_format] = [2, 3, 4]

/** Flat color is sold as it is, as LOG. Else more than HD is Highest Res, and can be had in HD. */
const formatsIn = ({ width, height }: TechFacts, words: Pick<ClipWords, 'log'>) =>
  words.log ? [log_format] : Math.min(width, height) > hd_short_side_px ? [highest_res, hd] : [hd]

type Stored = { storage_key: string; file_name: string }

/** The master itself where it is what the format promises, ProRes 422 in its size; else what will be made of it. */
const soldAs = (facts: TechFacts, format_id: number, { storage_key, file_name }: Stored) => {
  const { width, height, codec, size_bytes } = facts
  const size = canBeMade(format_id) ? madeSize(facts, format_id) : facts
  const isSameSize = size.width === width && size.height === height
  if (!canBeMade(format_id) || (isSameSize && isProres422(facts)))
    return { format_id, width, height, codec, size_bytes, storage_key, file_name }
  return {
    format_id,
    width: size.width,
    height: size.height,
    codec: 'prores',
    size_bytes: madeBytes(facts, format_id),
    storage_key: null,
    file_name: `${path.parse(file_name).name}.mov`,
  }
}

type Made = { set: RenditionSet; folder: string; now: Date }

/** What is sold of a master, under which names. */
export const formatsOf = (facts: TechFacts, words: Pick<ClipWords, 'log'>, stored: Stored) =>
  formatsIn(facts, words).map(id => soldAs(facts, id, stored))

const saveAll = async (trx: Trx, task: IngestTask, { set, folder, now }: Made, { taken }: Watch): Promise<Judgment> => {
  const { words } = task
  const { sha256, width, height, fps, duration_ms } = set.master
  const ending = endingOf(set.master, task.file_name)
  const storage_key = `masters/${sha256}${ending}`
  const file_name = `${slugOf(path.parse(task.file_name).name)}${ending}`
  const master_id = await saveMaster(trx, { set, storage_key, file_name, folder })
  // The master's row is ours now: whoever brings the same bytes at the same time waits above, and is told here.
  const before = await judgedBefore(trx, sha256)
  if (before?.outcome === 'there') return before
  const place = await placeOf(trx, words)
  const clip_id = await saveClip(trx, {
    ...place,
    slug: await freeSlug(trx, place.shoot_id, words.name),
    ...columnsOf(words),
    master_id,
    width,
    height,
    fps,
    duration_ms,
    formats: formatsOf(set.master, words, { storage_key, file_name }),
  })
  if (task.publish) await publishClip(trx, clip_id, now)
  else if (!task.is_draft) await submitClip(trx, clip_id)
  await remember(trx, task, { outcome: 'taken', reason: '', notes: set.notes, clip_id }, now)
  await taken?.(trx, { clip_id, notes: set.notes })
  return { outcome: 'taken', clip_id, notes: set.notes }
}

type Remembered = { outcome: 'taken' | 'refused'; reason: string; notes: string[]; clip_id: number | null }

const remember = async (db: Db | Trx, { sha256, file_name }: IngestTask, judged: Remembered, now: Date) => {
  const facts = { ...judged, file_name: printable(file_name), pipeline: PIPELINE, decided_at: now }
  await db
    .insertInto('ingests')
    .values({ sha256, ...facts })
    .onConflict(conflict => conflict.column('sha256').doUpdateSet(facts))
    .execute()
}

const takeIn = async (
  { db, storage, clock }: Tools,
  set: RenditionSet,
  task: IngestTask,
  { bench, watch }: { bench: Bench; watch: Watch },
) => {
  if (set.master.sha256 !== task.sha256)
    throw new Error('The file changed while it was read. Try again when it is at rest.')
  const lay = async () => {
    await storage.adopt(`masters/${task.sha256}${endingOf(set.master, task.file_name)}`, bench.master)
    return adoptSet(storage, set, bench)
  }
  const folder = await lay()
  const judged = await db.transaction().execute(trx => saveAll(trx, task, { set, folder, now: clock.now() }, watch))
  // What lay there before may have been of a clip that was deleted, and swept away meanwhile (`sweepMasters`).
  await lay()
  return judged
}

/**
 * Judges the master on its bench and takes it in, in review or published. A file at fault is refused with a reason;
 * when the machine is at fault it throws, and the same call goes on from there later.
 */
export const ingest = async (tools: Tools, task: IngestTask, watch: Watch = {}): Promise<Judgment> => {
  const { signal } = watch
  const bench = benchOf(tools, task.bench ?? task.sha256)
  const clear = () => rm(bench.folder, { recursive: true, force: true })
  try {
    const before = await judgedBefore(tools.db, task.sha256)
    const judged = before?.outcome === 'there' ? before : await judge(tools, task, bench, watch)
    await clear()
    return judged
  } catch (error) {
    // Broken off half way there is nothing to go on from.
    if (signal?.aborted && !(await readManifest(bench.renditions))) await clear()
    throw error
  }
}

const judge = async (tools: Tools, task: IngestTask, bench: Bench, watch: Watch): Promise<Judgment> => {
  const { master, renditions: folder } = bench
  const { signal, heard } = watch
  try {
    const set =
      (await currentSet(folder, master)) ??
      (await makeRenditionsApart(
        { programs: needPrograms(), clip: slugOf(task.words.name), master, folder },
        { signal, heard },
      ))
    const reason = belowMinimum(set.master, tools.config.master_minimum)
    if (reason) throw new UnusableFootage(reason)
    heard?.('saving', null)
    return await takeIn(tools, set, task, { bench, watch })
  } catch (error) {
    if (!(error instanceof UnusableFootage)) throw error
    const refused = { outcome: 'refused', reason: error.message } as const
    await remember(tools.db, task, { ...refused, notes: [], clip_id: null }, tools.clock.now())
    return refused
  }
}
