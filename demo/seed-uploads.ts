/** What the demo's filmmaker has sent in: a clip that waits for its words, one with our editors, one that they sent back. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'

import { saveDraft } from '../src/catalog/drafts.server.ts'
import { benchOf } from '../src/catalog/ingest/bench.server.ts'
import { moveClips } from '../src/catalog/review.server.ts'
import type { Trx } from '../src/platform/database.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { benchNameOf, checkUpload } from '../src/uploads/check.server.ts'
import { submitClip } from '../src/uploads/drafts.server.ts'
import { begin, finish, takePiece } from '../src/uploads/uploads.server.ts'
import { artist, curator } from './people.ts'
import { demoUploads, type DemoUpload } from './uploads.ts'

type Seeding = Pick<Deps, 'db' | 'clock' | 'storage' | 'config' | 'jobs'>
type Sender = { user_id: number; filmmaker_id: number; staff_user_id: number }

const day_ms = 86_400_000
const here = import.meta.dirname

/** Does nothing where anything was uploaded, or without the filmmaker and our editor. */
export const seedUploads = async (deps: Seeding): Promise<void> => {
  const { db } = deps
  const link = await db
    .selectFrom('filmmaker_people as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('u.email', '=', artist.email)
    .select(['p.user_id', 'p.filmmaker_id'])
    .executeTakeFirst()
  const staff = await db.selectFrom('users').where('email', '=', curator.email).select('id').executeTakeFirst()
  const used = await db.selectFrom('uploads').select('id').limit(1).executeTakeFirst()
  if (!link || !staff || used) return
  const now = deps.clock.now().getTime()
  // While the shop is filled no queue runs: what has come is checked right here.
  const jobs = { ...deps.jobs, send: async () => {} }
  for (const upload of demoUploads) {
    const at = new Date(now - upload.days_ago * day_ms)
    await send({ ...deps, jobs, clock: { now: () => at } }, { ...link, staff_user_id: staff.id }, upload)
  }
}

const send = async (tools: Seeding, { staff_user_id, ...sender }: Sender, upload: DemoUpload): Promise<void> => {
  const { db, clock } = tools
  const { user_id, filmmaker_id } = sender
  const now = clock.now()
  const file = path.join(here, 'footage/clips', `${upload.id}.mp4`)
  const bytes = await readFile(file)
  const { file_name, shoot } = upload
  const wish = { ...sender, by_staff: false, shoot, file_name, size_bytes: bytes.length, modified_ms: now.getTime() }
  const own = { id: (await begin(tools, wish)).id, user_id }
  await takePiece(tools, own, 0, createReadStream(file))
  await finish(tools, own, createHash('sha256').update(bytes).digest('hex'))
  // They were made beforehand, so that the demo needs no ffmpeg.
  await cp(path.join(here, 'renditions', upload.id), benchOf(tools, benchNameOf(own.id)).renditions, {
    recursive: true,
  })
  await checkUpload(tools, own.id)
  const { clip_id } = await db
    .selectFrom('uploads')
    .where('id', '=', own.id)
    .select('clip_id')
    .executeTakeFirstOrThrow()
  const { said, declined } = upload
  if (!said || clip_id === null) return
  await db.transaction().execute(async trx => {
    await saveDraft(trx, { clip_id, filmmaker_id }, await wordsOf(trx, said), now)
    await submitClip(trx, { clip_id, filmmaker_id, user_id, releases: said.releases, now })
    if (declined)
      await moveClips(trx, { clip_ids: [clip_id], move: 'send_back' }, { staff_user_id, reason: declined, now })
  })
}

const wordsOf = async (trx: Trx, { category, subcategory, ...words }: NonNullable<DemoUpload['said']>) => {
  const idOf = async (slug: string) =>
    (await trx.selectFrom('categories').where('slug', '=', slug).select('id').executeTakeFirstOrThrow()).id
  return { ...words, category_id: await idOf(category), subcategory_id: await idOf(subcategory) }
}
