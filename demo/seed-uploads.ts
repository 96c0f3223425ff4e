/** Seeds uploads of the demo's filmmaker: one without a description, one in review, one that was sent back. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'

import { changeClipStatus } from '../src/catalog/review.server.ts'
import { saveDraft } from '../src/ingest/drafts.server.ts'
import { benchNameOf, checkUpload } from '../src/ingest/uploads/check.server.ts'
import { submitClip } from '../src/ingest/uploads/drafts.server.ts'
import { beginUpload, finishUpload, receiveUploadPiece } from '../src/ingest/uploads/uploads.server.ts'
import { workFolderOf } from '../src/ingest/work-folder.server.ts'
import { DAY_MS } from '../src/platform/clock.ts'
import type { Trx } from '../src/platform/db/database.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { artist, curator } from './people.ts'
import { demoUploads, type DemoUpload } from './uploads.ts'

type SeedUploadsDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'config' | 'jobs' | 'settings'>
type UploadSender = { user_id: number; filmmaker_id: number; staff_user_id: number }

const demoDir = import.meta.dirname

/** Does nothing when any upload exists, or the filmmaker or the editor is missing. */
export const seedUploads = async (deps: SeedUploadsDeps): Promise<void> => {
  const { db } = deps
  const link = await db
    .selectFrom('filmmaker_members as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('u.email', '=', artist.email)
    .select(['p.user_id', 'p.filmmaker_id'])
    .executeTakeFirst()
  const staff = await db.selectFrom('users').where('email', '=', curator.email).select('id').executeTakeFirst()
  const existing = await db.selectFrom('uploads').select('id').limit(1).executeTakeFirst()
  if (!link || !staff || existing) return
  const now = deps.clock.now().getTime()
  // No queue runs while the demo is seeded, so checks run directly.
  const jobs = { ...deps.jobs, send: async () => {} }
  for (const upload of demoUploads) {
    const at = new Date(now - upload.days_ago * DAY_MS)
    await sendUpload({ ...deps, jobs, clock: { now: () => at } }, { ...link, staff_user_id: staff.id }, upload)
  }
}

const sendUpload = async (
  deps: SeedUploadsDeps,
  { staff_user_id, ...sender }: UploadSender,
  upload: DemoUpload,
): Promise<void> => {
  const { db, clock } = deps
  const { user_id, filmmaker_id } = sender
  const now = clock.now()
  const file = path.join(demoDir, 'footage/clips-1080', `${upload.id}.mp4`)
  const bytes = await readFile(file)
  const { file_name, shoot } = upload
  const input = { ...sender, by_staff: false, shoot, file_name, size_bytes: bytes.length, modified_ms: now.getTime() }
  const ref = { id: (await beginUpload(deps, input)).id, user_id }
  await receiveUploadPiece(deps, ref, 0, createReadStream(file))
  await finishUpload(deps, ref, createHash('sha256').update(bytes).digest('hex'))
  // Uses renditions from the repository, so that the demo does not need ffmpeg.
  await cp(path.join(demoDir, 'renditions', upload.id), workFolderOf(deps, benchNameOf(ref.id)).renditions, {
    recursive: true,
  })
  await checkUpload(deps, ref.id)
  const { clip_id } = await db
    .selectFrom('uploads')
    .where('id', '=', ref.id)
    .select('clip_id')
    .executeTakeFirstOrThrow()
  const { description, declined } = upload
  if (!description || clip_id === null) return
  await db.transaction().execute(async trx => {
    await saveDraft(trx, { clip_id, filmmaker_id }, await toDraftFields(trx, description), now)
    await submitClip(trx, { clip_id, filmmaker_id, user_id, releases: description.releases, now })
    if (declined)
      await changeClipStatus(trx, { clip_ids: [clip_id], move: 'send_back' }, { staff_user_id, reason: declined, now })
  })
}

const toDraftFields = async (
  trx: Trx,
  { category, subcategory, ...fields }: NonNullable<DemoUpload['description']>,
) => {
  const idOf = async (slug: string) =>
    (await trx.selectFrom('categories').where('slug', '=', slug).select('id').executeTakeFirstOrThrow()).id
  return { ...fields, category_id: await idOf(category), subcategory_id: await idOf(subcategory) }
}
