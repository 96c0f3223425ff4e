/** Takes in many files, a few at a time; what happens to one of them does not stop the others. */
import os from 'node:os'
import path from 'node:path'

import { hashFile } from '#media/probe.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/message.ts'

import { layOut } from './bench.server.ts'
import { ingest, judgedBefore, type IngestTask, type Judgment } from './ingest.server.ts'
import type { PlannedFile } from './plan.server.ts'
import { revise } from './revise.server.ts'

export type FileOutcome =
  | Judgment
  /** A clip already; what the manifest says of it is new, and it may be published with that. */
  | { outcome: 'revised' | 'published'; clip_id: number }
  /** Handed to the shop's workers. */
  | { outcome: 'queued' }
  /** Not the file's fault: trying again later may do. */
  | { outcome: 'failed'; reason: string }

export type BatchOptions = {
  folder: string
  files: readonly PlannedFile[]
  /** Tries those again that were refused before. */
  again?: boolean
  /** Takes the prepared work away instead of doing it here. */
  queue?: (task: IngestTask) => Promise<void>
  signal?: AbortSignal
  /** `worked_ms`: how long it took, if it became a clip; what ends early says nothing about the pace. */
  onDone?: (file: PlannedFile, outcome: FileOutcome, worked_ms: number) => void
  onStart?: (file: PlannedFile) => void
}

type Tools = Pick<Deps, 'db' | 'storage' | 'clock'> & { config: Pick<Deps['config'], 'data_dir' | 'master_minimum'> }

/** ffmpeg uses several processors by itself. */
export const at_once = Math.max(1, Math.floor(os.availableParallelism() / 4))

const reasonOf = (error: unknown) => {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EACCES' || code === 'EPERM') return 'The file cannot be read: it is not ours to open.'
  if (code === 'ENOENT') return 'The file is gone.'
  return messageOf(error)
}

/** Files that are worked on, by hash: a copy of one waits for it. */
type Busy = Map<string, Promise<unknown>>

/** Answers what became of each file, in the order they ended. Stops between and within files when the signal says so. */
export const ingestAll = async (
  tools: Tools,
  options: BatchOptions,
): Promise<{ file: string; outcome: FileOutcome }[]> => {
  const { files, signal, onDone, onStart } = options
  const waiting = [...files]
  const done: { file: string; outcome: FileOutcome }[] = []
  const busy: Busy = new Map()
  const work = async () => {
    for (let next = waiting.shift(); next && !signal?.aborted; next = waiting.shift()) {
      onStart?.(next)
      const one = next
      const began = performance.now()
      const outcome = await takeOne(tools, options, one, busy).catch((error: unknown): FileOutcome => ({
        outcome: 'failed',
        reason: reasonOf(error),
      }))
      // What was broken off by us has not failed: it goes on next time.
      if (signal?.aborted && outcome.outcome === 'failed') return
      done.push({ file: one.file, outcome })
      const isWork = outcome.outcome === 'taken' || outcome.outcome === 'queued'
      onDone?.(one, outcome, isWork ? performance.now() - began : 0)
    }
  }
  await Promise.all(Array.from({ length: at_once }, work))
  return done
}

const takeOne = async (tools: Tools, options: BatchOptions, planned: PlannedFile, busy: Busy): Promise<FileOutcome> => {
  const sha256 = await hashFile(path.join(options.folder, planned.file))
  await busy.get(sha256)
  const work = takeHashed(tools, options, planned, sha256)
  busy.set(
    sha256,
    work.catch(() => {}),
  )
  return work
}

const takeHashed = async (
  tools: Tools,
  { folder, again, queue, signal }: BatchOptions,
  planned: PlannedFile,
  sha256: string,
): Promise<FileOutcome> => {
  const file = path.join(folder, planned.file)
  const before = await judgedBefore(tools.db, sha256)
  const { words, publish } = planned
  if (before?.outcome === 'there' && planned.described) {
    const outcome = await revise(tools.db, before.clip_id, words, publish, tools.clock.now())
    if (outcome !== 'left_alone') return { outcome, clip_id: before.clip_id }
  }
  if (before && !(before.outcome === 'refused' && again)) return before
  const task: IngestTask = { sha256, file_name: path.basename(planned.file), words, publish }
  await layOut(tools, file, sha256)
  if (!queue) return ingest(tools, task, { signal })
  await queue(task)
  return { outcome: 'queued' }
}
