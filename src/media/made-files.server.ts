/** Files made of a master when somebody first asks: once, whoever asks meanwhile waits for the same one, and then kept. */
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { sql } from 'kysely'

import { brand } from '#platform/brand.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs.server.ts'
import { refuse, type Refusal } from '#platform/refusal.ts'
import { openTicket } from '#tickets/tickets.server.ts'

import { canBeMade, type MadeFormat } from './deliverable.ts'
import { findPrograms } from './ffmpeg.server.ts'
import { hashFile } from './probe.server.ts'
import { makeProres } from './prores.server.ts'
import type { TechFacts } from './rendition-set.ts'
import { UnusableFootage } from './unusable-footage.ts'

export type ToMake = { master_id: number; format_id: number }
type Failure = 'no_program' | 'unusable'

const make_job = 'media.make-file'
/** A failure is told for this long; who asks later has it tried again. */
const failure_ms = 60_000

const failureWords: Record<Failure, string> = {
  no_program:
    'This format cannot be made right now. Our team has been told and is on it: please try again later, or write to us.',
  unusable:
    'This format could not be made of the clip’s master. Our team has been told and will find a way: please write to us.',
}

/**
 * Has a file made, unless it is being made already. Answers what to tell whoever asks: `meta.making.percent` says how far
 * it is, and asking again tells more; or why it cannot be made.
 */
export const haveMade = async (
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  { master_id, format_id }: ToMake,
): Promise<Refusal> => {
  if (!canBeMade(format_id)) return refuse(409, 'This file is not here right now. Please write to us.')
  const now = clock.now()
  const row = await db
    .insertInto('made_files')
    .values({ master_id, format_id, state: 'waiting', asked_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['master_id', 'format_id'])
        .doUpdateSet({ state: 'waiting', failure: null, percent: 0, asked_at: now, ended_at: null })
        .where('made_files.state', '=', 'failed')
        .where('made_files.ended_at', '<', new Date(now.getTime() - failure_ms)),
    )
    .returning(['state', 'percent', 'failure'])
    .executeTakeFirst()
  const known = row ?? (await stateOf(db, { master_id, format_id }))
  if (known?.failure) return refuse(503, failureWords[known.failure as Failure])
  // Of one key only one waits or works, so asking again costs nothing, and finds work again that got lost.
  await jobs.send(make_job, { master_id, format_id }, { singletonKey: `${master_id}.${format_id}` })
  return refuse(409, 'This file is being made for you. It is ready in a moment: please try again.', {
    making: { percent: known?.percent ?? 0 },
  })
}

const stateOf = (db: Db, { master_id, format_id }: ToMake) =>
  db
    .selectFrom('made_files')
    .where('master_id', '=', master_id)
    .where('format_id', '=', format_id)
    .select(['state', 'percent', 'failure'])
    .executeTakeFirst()

type Tools = Pick<Deps, 'db' | 'storage' | 'clock'> & { config: Pick<Deps['config'], 'data_dir'> }

/** Makes one file; does nothing when it is there. Throws when the machine is at fault, to be tried again. */
export const makeFile = async (tools: Tools, wanted: ToMake, programs = findPrograms()): Promise<void> => {
  const { db, storage, clock } = tools
  const { master_id, format_id } = wanted
  if (!canBeMade(format_id) || (await stateOf(db, wanted))?.state === 'made') return
  const master = await db
    .selectFrom('masters')
    .where('id', '=', master_id)
    .select(['sha256', 'storage_key', 'facts'])
    .executeTakeFirst()
  const stored = master && (await storage.open(master.storage_key))
  if (!master || !stored) return fail(tools, wanted, 'unusable', 'Its master is not in storage.')
  if (!programs) return fail(tools, wanted, 'no_program', 'ffmpeg is not on the machine that works on jobs.')
  const bench = path.join(tools.config.data_dir, 'making')
  await mkdir(bench, { recursive: true })
  // Of its own: one that was given up for lost may still be writing.
  const folder = await mkdtemp(path.join(bench, `${format_id}-`))
  try {
    const [source, file] = [path.join(folder, 'master'), path.join(folder, 'made.mov')]
    await pipeline(stored.read(), createWriteStream(source))
    const told = progressTo(db, wanted)
    await makeProres({ programs, master: source, facts: master.facts as TechFacts, format_id, file, told: told.tell })
    await told.settled()
    const storage_key = keyOf(master.sha256, format_id)
    await storage.adopt(storage_key, file)
    const facts = { storage_key, size_bytes: (await stat(file)).size, sha256: await hashFile(file) }
    await change(db, wanted, { ...facts, state: 'made', percent: 100, ended_at: clock.now() })
  } catch (error) {
    if (error instanceof UnusableFootage) return await fail(tools, wanted, 'unusable', error.message)
    // Whoever waits is told, and the queue tries again.
    await fail(tools, wanted, 'no_program', 'The machine that works on jobs had a fault: its log says which.')
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const keyOf = (sha256: string, format_id: MadeFormat) => `formats/${sha256}-${format_id}.mov`

type Change = Partial<{
  state: string
  percent: number
  failure: Failure | null
  storage_key: string
  size_bytes: number
  sha256: string
  ended_at: Date
}>
const change = async (db: Pick<Db, 'updateTable'>, { master_id, format_id }: ToMake, values: Change) => {
  await db
    .updateTable('made_files')
    .set(values)
    .where('master_id', '=', master_id)
    .where('format_id', '=', format_id)
    .execute()
}

/** Writes down how far it is, one write after the other, and only what is new. */
const progressTo = (db: Db, wanted: ToMake) => {
  let last = change(db, wanted, { state: 'making', failure: null })
  let written = 0
  return {
    tell: (percent: number) => {
      if (percent <= written) return
      written = percent
      last = last.then(() => change(db, wanted, { percent }))
      last.catch(() => {})
    },
    settled: () => last,
  }
}

/** Our people hear of it, once as long as nobody has closed the ticket. */
const fail = async ({ db, clock }: Tools, wanted: ToMake, failure: Failure, detail: string) => {
  const now = clock.now()
  const topic = `make_${failure}`
  await db.transaction().execute(async trx => {
    await change(trx, wanted, { state: 'failed', failure, ended_at: now })
    const open = await trx
      .selectFrom('tickets')
      .where('kind', '=', 'delivery')
      .where('state', '=', 'open')
      .where('topic', '=', topic)
      .$if(failure === 'unusable', query => query.where(sql<string>`details->>'Master'`, '=', String(wanted.master_id)))
      .select('id')
      .executeTakeFirst()
    if (open) return
    const ticket = {
      kind: 'delivery' as const,
      topic,
      name: brand.name,
      email: brand.email,
      message: `A buyer waits for a file that could not be made. ${detail}`,
      details: { Master: String(wanted.master_id), Format: wanted.format_id === 3 ? 'HD' : 'Highest Res' },
    }
    await openTicket(trx, ticket, { user_id: null, workspace_id: null }, now)
  })
}

/** One at a time: it keeps several processors busy. */
export const mediaJobs = (deps: Deps): Job[] => [
  {
    ...job<ToMake>(make_job, wanted => makeFile(deps, wanted)),
    at_once: 1,
    limit_seconds: 2 * 3_600,
    // Whoever waits for a file must not wait for a process that was killed.
    heartbeat_seconds: 20,
    once_per_key: true,
  },
]
