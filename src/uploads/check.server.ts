/** An upload that has come becomes a draft, or is refused with its reason. Running it again changes nothing. */
import { rm } from 'node:fs/promises'
import path from 'node:path'

import { dropDraft } from '#catalog/drafts.server.ts'
import { benchOf } from '#catalog/ingest/bench.server.ts'
import { ingest } from '#catalog/ingest/ingest.server.ts'
import { nameFromFile, printable, wordsFor } from '#catalog/ingest/words.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { logStaff } from '#platform/staff-log.server.ts'

import { dropPieces, join } from './pieces.server.ts'
import { writeNowAndThen } from './progress.ts'

/** Of one that is no more checked. */
export const no_progress = { check_step: null, checked_percent: null }

type Tools = Pick<Deps, 'db' | 'storage' | 'clock' | 'config'>

/** One that was given up is checked again when one of us has its job tried again. */
const takeUp = (db: Db, id: number) =>
  db
    .updateTable('uploads')
    .set({ state: 'checking', reason: '' })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute()

const waiting = async (db: Db, id: number) =>
  db
    .selectFrom('uploads as u')
    .innerJoin('filmmakers as f', 'f.id', 'u.filmmaker_id')
    .where('u.id', '=', id)
    .where('u.state', '=', 'checking')
    .selectAll('u')
    .select('f.name as filmmaker')
    .executeTakeFirst()
type Waiting = NonNullable<Awaited<ReturnType<typeof waiting>>>

/** Its bench has its own name: the same file may be on its way twice. */
export const benchNameOf = (id: number): string => `upload-${id}`

const other_bytes_text = 'The file did not arrive as it was sent: its SHA-256 is another one. Please upload it again.'
const known_text = 'We have this footage already. If it is yours, please write to us.'

/** Checks one that waits; the machine's own faults throw, and the same call goes on from there later. */
export const checkUpload = async (tools: Tools, id: number): Promise<void> => {
  await takeUp(tools.db, id)
  const upload = await waiting(tools.db, id)
  if (!upload) return
  const progress = writeNowAndThen(({ step, percent }) =>
    tools.db
      .updateTable('uploads')
      .set({ check_step: step, checked_percent: percent })
      .where('id', '=', id)
      .where('state', '=', 'checking')
      .execute(),
  )
  try {
    const reason = await judge(tools, upload, progress)
    if (reason !== undefined) await refuseIt(tools, id, reason)
  } catch (error) {
    // It is tried again after a while: until then nothing is being done.
    await progress.stop()
    await tools.db
      .updateTable('uploads')
      .set(no_progress)
      .where('id', '=', id)
      .where('state', '=', 'checking')
      .execute()
    throw error
  } finally {
    await progress.stop()
  }
  await dropPieces(tools, id)
}

/** Why it is refused; undefined when it is a draft now. */
const judge = async (
  tools: Tools,
  upload: Waiting,
  { tell }: ReturnType<typeof writeNowAndThen>,
): Promise<string | undefined> => {
  const { id, filmmaker_id, sha256 } = upload
  if (sha256 === null) throw new Error(`Upload ${id} has no sum.`)
  const bench = benchNameOf(id)
  const { folder, master } = benchOf(tools, bench)
  if ((await join(tools, upload, master, percent => tell('joining', percent))) !== sha256) {
    await rm(folder, { recursive: true, force: true })
    return other_bytes_text
  }
  const words = wordsFor({
    folder: path.sep,
    file: upload.file_name.replaceAll(/[/\\]/g, ' '),
    filmmaker: upload.filmmaker,
    shoot: upload.shoot,
  })
  if (!words) throw new Error(`Nobody knows whose upload ${id} is.`)
  const task = {
    sha256,
    file_name: printable(upload.file_name),
    words: { ...words, name: nameFromFile(upload.file_name), filmmaker_id },
    publish: false,
    is_draft: true,
    bench,
  }
  const judged = await ingest(tools, task, {
    heard: tell,
    taken: (trx, clip) => takeIt(trx, upload, clip, tools.clock.now()),
  })
  if (judged.outcome === 'taken') return undefined
  return judged.outcome === 'refused' ? judged.reason : sameAs(tools.db, upload, judged.clip_id)
}

/** Whose clip these bytes are already is told to its own filmmaker alone. */
const sameAs = async (db: Db, { filmmaker_id }: Waiting, clip_id: number): Promise<string> => {
  const own = await db
    .selectFrom('clips')
    .where('id', '=', clip_id)
    .where('filmmaker_id', '=', filmmaker_id)
    .select('name')
    .executeTakeFirst()
  return own ? `This footage is here already: it is clip ${clip_id}, “${own.name}”.` : known_text
}

type Taken = { clip_id: number; notes: string[] }

const takeIt = async (trx: Trx, { id, user_id, by_staff }: Waiting, { clip_id, notes }: Taken, now: Date) => {
  const { numUpdatedRows } = await trx
    .updateTable('uploads')
    .set({ state: 'taken', clip_id, notes, ...no_progress, touched_at: now })
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .executeTakeFirst()
  // Its sender left while it was checked: no clip that nobody has sent.
  if (numUpdatedRows === 0n) return dropDraft(trx, clip_id)
  if (by_staff)
    await logStaff(trx, { staff_user_id: user_id, about: 'clip', about_key: clip_id, action: 'Uploaded', now })
}

const refuseIt = ({ db, clock }: Tools, id: number, reason: string) =>
  db
    .updateTable('uploads')
    .set({ state: 'refused', reason, ...no_progress, touched_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .execute()
