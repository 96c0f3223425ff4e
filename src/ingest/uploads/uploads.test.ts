/** Uploads through the API: in pieces, under failures, and their results. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findPrograms } from '#media/ffmpeg.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { EventPayloads } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { setDigestPace } from '../../../testing/builders/digests.ts'
import { seedFilmmaker } from '../../../testing/builders/earnings.ts'
import { seedClip, type Buyer } from '../../../testing/builders/orders.ts'
import { changeSettings } from '../../../testing/builders/settings.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { openFootage } from '../../../testing/footage.ts'
import { checkUpload } from './check.server.ts'
import {
  beginStaffUpload,
  beginUpload,
  checkAgain,
  finishUpload,
  getUpload,
  listStaffUploads,
  listUploads,
  removeUpload,
} from './contract.ts'
import { MAX_UPLOAD_BYTES, MAX_OPEN_UPLOADS, PIECE_BYTES } from './limits.ts'
import { sendChecksFailedMail } from './mails.server.ts'
import { CHECK_JOB } from './queue.ts'
import { endLostChecks, sweepUploads } from './sweep.server.ts'

const programs = findPrograms()
const MINUTE_MS = 60_000
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const twenty = Array.from({ length: 20 }, (_, n) => n)

describe.skipIf(!programs)('uploads', () => {
  let shop: TestApp
  const folder = mkdtempSync(path.join(tmpdir(), 'uploads-'))
  const footage = openFootage(programs?.ffmpeg ?? '', folder)
  beforeAll(async () => {
    shop = await openTestApp()
  })
  afterAll(async () => {
    await shop.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const createArtist = async () => seedFilmmaker(shop, await seedClip(shop))
  const uploadBody = (bytes: Buffer, file_name = 'tide.mov') => ({
    shoot: 'Salt',
    file_name,
    size_bytes: bytes.length,
    modified_ms: 1_700_000_000_000,
  })
  const begin = async ({ visitor }: Buyer, bytes: Buffer, file_name?: string) =>
    (await visitor.call(beginUpload, { body: uploadBody(bytes, file_name) })).data.id
  const sendPiece = async ({ visitor }: Buyer, id: number, offset: number, body: Buffer) => {
    const response = await visitor.send(`/api/uploads/${id}/pieces/${offset}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body,
    })
    const reply = (await response.json()) as { data?: { received_bytes: number }; message?: string }
    return { status: response.status, ...reply }
  }
  const finish = ({ visitor }: Buyer, id: number, sha256: string) =>
    visitor.call(finishUpload, { params: { id: String(id) }, body: { sha256 } })
  /** Uploads a file and runs its check. */
  const uploadAndCheck = async (artist: Buyer, bytes: Buffer, file_name?: string) => {
    const id = await begin(artist, bytes, file_name)
    await sendPiece(artist, id, 0, bytes)
    await finish(artist, id, sha256Of(bytes))
    await checkUpload(shop, id)
    return rowOf(artist, id)
  }
  const rowOf = async ({ visitor }: Buyer, id: number) =>
    (await visitor.call(listUploads, {})).data.find(row => row.id === id)
  const checkJobsOf = (id: number) =>
    shop.jobs.sent.filter(({ name, data }) => name === CHECK_JOB && (data as { id: number }).id === id)
  const isOnDisk = (id: number) => existsSync(path.join(shop.config.data_dir, 'uploads', String(id)))

  test(
    'a file in pieces becomes a draft with its pictures, and no temporary files remain',
    async () => {
      const artist = await createArtist()
      const bytes = readFileSync(footage.make('pieces.mov', ['-timecode', '01:02:03:04']))
      const id = await begin(artist, bytes, 'harbor_at-dusk.mov')
      const cut = Math.floor(bytes.length / 3)
      expect(await sendPiece(artist, id, 0, bytes.subarray(0, cut))).toMatchObject({ data: { received_bytes: cut } })
      // Sending it again, or a part of it, has no effect.
      expect(await sendPiece(artist, id, 0, bytes.subarray(0, cut))).toMatchObject({ data: { received_bytes: cut } })
      expect(await sendPiece(artist, id, 5, randomBytes(cut))).toMatchObject({ data: { received_bytes: cut } })
      const early = await sendPiece(artist, id, 2 * cut, bytes.subarray(2 * cut))
      expect(early).toMatchObject({ status: 409, message: `Pieces must be sent in order: continue from byte ${cut}.` })
      await expect(finish(artist, id, sha256Of(bytes))).rejects.toMatchObject({ status: 409 })
      // Choosing the file again resumes the upload.
      expect(await begin(artist, bytes, 'harbor_at-dusk.mov')).toBe(id)
      await sendPiece(artist, id, cut, bytes.subarray(cut, 2 * cut))
      await sendPiece(artist, id, 2 * cut, bytes.subarray(2 * cut))
      expect((await finish(artist, id, sha256Of(bytes))).data.state).toBe('checking')
      expect((await rowOf(artist, id))?.state).toBe('checking')
      await checkUpload(shop, id)
      await checkUpload(shop, id)
      const row = await rowOf(artist, id)
      expect(row).toMatchObject({ state: 'needs_details', shoot: 'Salt', clip: { name: 'Harbor at dusk' } })
      expect(row?.clip?.thumbs.length).toBeGreaterThan(0)
      const clip = await shop.db
        .selectFrom('clips as c')
        .innerJoin('masters as m', 'm.id', 'c.master_id')
        .where('c.id', '=', row?.clip?.id ?? 0)
        .select(['c.filmmaker_id', 'c.status', 'm.sha256'])
        .executeTakeFirstOrThrow()
      expect(clip).toEqual({ filmmaker_id: artist.filmmaker_id, status: 'draft', sha256: sha256Of(bytes) })
      expect(isOnDisk(id)).toBe(false)
      expect(readdirSync(path.join(shop.config.data_dir, 'ingest'))).toEqual([])
    },
    2 * MINUTE_MS,
  )

  test(
    'twenty concurrent pieces and twenty finishes result in one check and one clip',
    async () => {
      const artist = await createArtist()
      const bytes = readFileSync(footage.make('twenty.mov', [], '25'))
      const id = await begin(artist, bytes)
      // Only the first piece may be stored.
      const replies = await Promise.all(twenty.map(() => sendPiece(artist, id, 0, bytes.subarray(0, 1_000))))
      expect(new Set(replies.map(({ data }) => data?.received_bytes))).toEqual(new Set([1_000]))
      await Promise.all(twenty.map(() => sendPiece(artist, id, 1_000, bytes.subarray(1_000))))
      const states = await Promise.all(twenty.map(() => finish(artist, id, sha256Of(bytes))))
      expect(new Set(states.map(({ data }) => data.state))).toEqual(new Set(['checking']))
      expect(checkJobsOf(id)).toHaveLength(1)
      await checkUpload(shop, id)
      const row = await rowOf(artist, id)
      expect(row?.state).toBe('needs_details')
      await finish(artist, id, sha256Of(bytes))
      expect(checkJobsOf(id)).toHaveLength(1)
      const clips = await shop.db
        .selectFrom('clips')
        .where('filmmaker_id', '=', artist.filmmaker_id)
        .where('status', '=', 'draft')
        .select('id')
        .execute()
      expect(clips).toEqual([{ id: row?.clip?.id }])
    },
    2 * MINUTE_MS,
  )

  test(
    'the same footage twice is one clip, and only its own filmmaker learns whose it is',
    async () => {
      const [artist, stranger] = [await createArtist(), await createArtist()]
      const bytes = readFileSync(footage.make('same.mov', [], '30'))
      expect((await uploadAndCheck(artist, bytes, 'same.mov'))?.state).toBe('needs_details')
      expect(await uploadAndCheck(artist, bytes, 'again.mov')).toMatchObject({
        state: 'refused',
        reason: expect.stringMatching(/: it is clip \d+, “Same”\.$/) as string,
        clip: null,
      })
      expect((await uploadAndCheck(stranger, bytes, 'mine.mov'))?.reason).toBe(
        'We have this footage already. If it is yours, please write to us.',
      )
    },
    2 * MINUTE_MS,
  )

  test(
    'a corrupt upload and a file that is no video are refused with a reason and can be removed',
    async () => {
      const artist = await createArtist()
      const bytes = Buffer.from('This is a letter, and no film at all. '.repeat(100))
      const id = await begin(artist, bytes)
      await sendPiece(artist, id, 0, bytes)
      await finish(artist, id, 'a'.repeat(64))
      await checkUpload(shop, id)
      expect(await rowOf(artist, id)).toMatchObject({
        state: 'refused',
        reason: 'The file did not arrive as it was sent: its SHA-256 is another one. Please upload it again.',
      })
      const letter = await uploadAndCheck(artist, bytes, 'letter.mov')
      expect(letter).toMatchObject({ state: 'refused', clip: null })
      expect(letter?.reason).toMatch(/\.$/)
      expect(isOnDisk(id)).toBe(false)
      await artist.visitor.call(removeUpload, { params: { id: String(id) } })
      expect(await rowOf(artist, id)).toBe(undefined)
      footage.still('still.mp4')
      expect((await uploadAndCheck(artist, readFileSync(footage.at('still.mp4')), 'still.mp4'))?.reason).toContain(
        'Nothing moves',
      )
    },
    2 * MINUTE_MS,
  )

  test('the size limits apply to each piece and to the whole file', async () => {
    const artist = await createArtist()
    const body = { ...uploadBody(Buffer.alloc(1)), size_bytes: MAX_UPLOAD_BYTES + 1 }
    await expect(artist.visitor.call(beginUpload, { body })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('up to 200 GB') as string,
    })
    const id = await begin(artist, Buffer.alloc(3 * PIECE_BYTES))
    expect(await sendPiece(artist, id, 0, Buffer.alloc(PIECE_BYTES + 1))).toMatchObject({ status: 413 })
    expect(await sendPiece(artist, id, 0, Buffer.alloc(PIECE_BYTES))).toMatchObject({ status: 200 })
    const small = await begin(artist, Buffer.alloc(100), 'small.mov')
    expect(await sendPiece(artist, small, 0, Buffer.alloc(101))).toMatchObject({ status: 413 })
    expect((await artist.visitor.call(getUpload, { params: { id: String(small) } })).data.received_bytes).toBe(0)
    expect(readdirSync(path.join(shop.config.data_dir, 'uploads', String(small)))).toEqual([])
  })

  test('concurrent requests cannot exceed the number of open uploads per person', async () => {
    const artist = await createArtist()
    const names = Array.from({ length: MAX_OPEN_UPLOADS + 20 }, (_, n) => `${n}.mov`)
    const results = await Promise.allSettled(names.map(name => begin(artist, Buffer.alloc(10), name)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_OPEN_UPLOADS)
    const refused = results.find(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { status: 429, message: expect.stringContaining('30 files') as string } })
  })

  test('uploads of other people are a 404', async () => {
    const [artist, other] = [await createArtist(), await createArtist()]
    const bytes = randomBytes(100)
    const id = await begin(artist, bytes)
    const params = { id: String(id) }
    expect(await sendPiece(other, id, 0, bytes)).toMatchObject({ status: 404 })
    await expect(other.visitor.call(getUpload, { params })).rejects.toMatchObject({ status: 404 })
    await expect(finish(other, id, sha256Of(bytes))).rejects.toMatchObject({ status: 404 })
    await expect(other.visitor.call(removeUpload, { params })).rejects.toMatchObject({ status: 404 })
    expect(await rowOf(other, id)).toBe(undefined)
    // Staff cannot continue it either: their uploads are their own.
    const staff = await seedStaff(shop)
    expect(await sendPiece(staff, id, 0, bytes)).toMatchObject({ status: 404 })
    const body = { ...uploadBody(bytes), filmmaker_id: artist.filmmaker_id }
    const { data } = await staff.visitor.call(beginStaffUpload, { body })
    expect(await sendPiece(artist, data.id, 0, bytes)).toMatchObject({ status: 404 })
    expect(await sendPiece(staff, data.id, 0, bytes)).toMatchObject({ status: 200 })
    expect((await artist.visitor.call(getUpload, { params })).data.received_bytes).toBe(0)
  })

  test('people who lost access to the filmmaker or the editor role cannot continue an upload', async () => {
    const artist = await createArtist()
    const editor = await seedStaff(shop)
    const bytes = randomBytes(100)
    const id = await begin(artist, bytes)
    const body = { ...uploadBody(bytes), filmmaker_id: artist.filmmaker_id }
    const { data } = await editor.visitor.call(beginStaffUpload, { body })
    await shop.db.deleteFrom('filmmaker_members').where('user_id', '=', artist.user_id).execute()
    await shop.db
      .updateTable('users')
      .set({ platform_roles: [1] })
      .where('id', '=', editor.user_id)
      .execute()
    for (const [sender, upload] of [
      [artist, id],
      [editor, data.id],
    ] as const) {
      expect(await sendPiece(sender, upload, 0, bytes)).toMatchObject({ status: 404 })
      await expect(finish(sender, upload, sha256Of(bytes))).rejects.toMatchObject({ status: 404 })
    }
  })

  test('a filmmaker does not see which staff member uploaded a file for them', async () => {
    const clip = await seedClip(shop)
    const [artist, staff] = [await seedFilmmaker(shop, clip), await seedStaff(shop)]
    const bytes = randomBytes(100)
    const body = { ...uploadBody(bytes), filmmaker_id: artist.filmmaker_id }
    const { id } = (await staff.visitor.call(beginStaffUpload, { body })).data
    const accepted = { state: 'accepted', clip_id: clip.id, sha256: sha256Of(bytes), received_bytes: bytes.length }
    await shop.db.updateTable('uploads').set(accepted).where('id', '=', id).execute()
    expect(await rowOf(artist, id)).toMatchObject({ id, sent_by: null })
    const { data } = await staff.visitor.call(listStaffUploads, { query: {} })
    expect(data.find(row => row.id === id)).toMatchObject({ sent_by: staff.email })
  })

  test('a canceled upload is deleted with its bytes; one that is being checked cannot be canceled', async () => {
    const artist = await createArtist()
    const bytes = randomBytes(100)
    const id = await begin(artist, bytes)
    await sendPiece(artist, id, 0, bytes)
    expect(isOnDisk(id)).toBe(true)
    await artist.visitor.call(removeUpload, { params: { id: String(id) } })
    expect(isOnDisk(id)).toBe(false)
    expect(await sendPiece(artist, id, 0, bytes)).toMatchObject({ status: 404 })
    const checked = await begin(artist, bytes)
    await sendPiece(artist, checked, 0, bytes)
    await finish(artist, checked, sha256Of(bytes))
    await expect(artist.visitor.call(removeUpload, { params: { id: String(checked) } })).rejects.toMatchObject({
      status: 409,
    })
  })

  test('abandoned uploads are swept', async () => {
    const artist = await createArtist()
    const bytes = randomBytes(100)
    const [abandoned, finished] = [await begin(artist, bytes, 'left.mov'), await begin(artist, bytes, 'done.mov')]
    for (const id of [abandoned, finished]) await sendPiece(artist, id, 0, bytes)
    await finish(artist, finished, sha256Of(bytes))
    await sweepUploads(shop)
    expect([isOnDisk(abandoned), isOnDisk(finished)]).toEqual([true, true])
    shop.clock.advance(7 * DAY_MS + 1)
    const fresh = await begin(artist, bytes, 'fresh.mov')
    await sendPiece(artist, fresh, 0, bytes)
    await sweepUploads(shop)
    expect([isOnDisk(abandoned), isOnDisk(finished), isOnDisk(fresh)]).toEqual([false, true, true])
    expect(await sendPiece(artist, abandoned, 0, bytes)).toMatchObject({ status: 404 })
  })

  /** Returns the shop with a queue that has jobs for these uploads only. */
  const withQueuedChecks = (...ids: number[]) => ({
    ...shop,
    jobs: {
      ...shop.jobs,
      isPending: async (name: string, key: string) => name === CHECK_JOB && ids.includes(Number(key)),
    },
  })
  const uploadWithoutCheck = async (artist: Buyer, bytes: Buffer, file_name?: string) => {
    const id = await begin(artist, bytes, file_name)
    await sendPiece(artist, id, 0, bytes)
    await finish(artist, id, sha256Of(bytes))
    return id
  }
  const retryCheck = ({ visitor }: Buyer, id: number) => visitor.call(checkAgain, { params: { id: String(id) } })

  test(
    'a lost check fails instead of restarting by itself, and its sender can retry it',
    async () => {
      const artist = await createArtist()
      const bytes = readFileSync(footage.make('again.mov', [], '24'))
      const [lost, queued] = [
        await uploadWithoutCheck(artist, bytes, 'dead.mov'),
        await uploadWithoutCheck(artist, bytes, 'waits.mov'),
      ]
      for (const _ of [1, 2]) await endLostChecks(withQueuedChecks(queued))
      expect((await rowOf(artist, queued))?.state).toBe('checking')
      expect(await rowOf(artist, lost)).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining('something went wrong on our side') as string,
      })
      expect([checkJobsOf(lost).length, checkJobsOf(queued).length]).toEqual([1, 1])
      await expect(retryCheck(await createArtist(), lost)).rejects.toMatchObject({ status: 404 })

      // All bytes are still stored.
      await sweepUploads(shop)
      expect(isOnDisk(lost)).toBe(true)
      const states = await Promise.all(twenty.map(() => retryCheck(artist, lost)))
      expect(new Set(states.map(({ data }) => data.state))).toEqual(new Set(['checking']))
      expect(checkJobsOf(lost)).toHaveLength(2)
      await checkUpload(shop, lost)
      expect(await rowOf(artist, lost)).toMatchObject({ state: 'needs_details', reason: '' })
      await expect(retryCheck(artist, lost)).rejects.toMatchObject({ status: 409 })
    },
    2 * MINUTE_MS,
  )

  test('the sender of a failed check is mailed once, whatever they chose for updates, about what still applies, with the days that it is kept', async () => {
    const letter = Buffer.from('This is a letter, and no film at all. '.repeat(90))
    const failureEvents = async ({ user_id }: Buyer) =>
      (await shop.db.selectFrom('events').where('name', '=', 'uploads.failed').select('payload').execute())
        .map(({ payload }) => payload as EventPayloads['uploads.failed'])
        .filter(event => event.user_id === user_id)
    const [immediate, weekly, never] = [
      await setDigestPace(shop, await createArtist(), 'immediate'),
      await setDigestPace(shop, await createArtist(), 'weekly'),
      await setDigestPace(shop, await createArtist(), 'never'),
    ]
    const [first, second] = [
      await uploadWithoutCheck(immediate, letter, 'first.mov'),
      await uploadWithoutCheck(immediate, letter, 'second.mov'),
    ]
    const waiting = await uploadWithoutCheck(weekly, letter, 'third.mov')
    const other = await uploadWithoutCheck(never, letter, 'fourth.mov')
    for (const _ of [1, 2]) await endLostChecks(withQueuedChecks())
    expect(await failureEvents(immediate)).toEqual([{ user_id: immediate.user_id, upload_ids: [first, second] }])
    expect(await failureEvents(weekly)).toEqual([{ user_id: weekly.user_id, upload_ids: [waiting] }])
    expect(await failureEvents(never)).toEqual([{ user_id: never.user_id, upload_ids: [other] }])
    await changeSettings(shop, 'retention', { unfinished_uploads_days: 12 })
    await sendChecksFailedMail(shop.deps, { user_id: never.user_id, upload_ids: [other] })
    expect(shop.mail.sent.at(-1)).toMatchObject({
      to: never.email,
      headers: expect.not.objectContaining({ 'List-Unsubscribe': expect.anything() }),
    })
    expect(shop.mail.sent.at(-1)?.text).toContain('We keep it for 12 days.')
    await changeSettings(shop, 'retention', { unfinished_uploads_days: 7 })

    // One of them is retried before the mail is written.
    await retryCheck(immediate, second)
    const event = { user_id: immediate.user_id, upload_ids: [first, second] }
    const before = shop.mail.sent.length
    await sendChecksFailedMail(shop.deps, event)
    await retryCheck(immediate, first)
    await sendChecksFailedMail(shop.deps, event)
    const mails = shop.mail.sent.slice(before)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [immediate.email, '“first.mov” could not be checked'],
    ])
    expect(mails[0]?.text).toContain('/filmmaker/uploads')

    // Nor is anyone notified about a filmmaker whom they no longer manage.
    const gone = await setDigestPace(shop, await createArtist(), 'immediate')
    const left = await uploadWithoutCheck(gone, letter, 'left.mov')
    await endLostChecks(withQueuedChecks())
    await shop.db.deleteFrom('filmmaker_members').where('user_id', '=', gone.user_id).execute()
    const sentBefore = shop.mail.sent.length
    await sendChecksFailedMail(shop.deps, { user_id: gone.user_id, upload_ids: [left] })
    expect(shop.mail.sent).toHaveLength(sentBefore)
  })

  test('choosing the same file again finds the failed upload, and only its check is retried', async () => {
    const artist = await createArtist()
    const letter = Buffer.from('This is a letter, and no film at all. '.repeat(90))
    const id = await uploadWithoutCheck(artist, letter, 'again.mov')
    await endLostChecks(withQueuedChecks())
    const reply = await artist.visitor.call(beginUpload, { body: uploadBody(letter, 'again.mov') })
    expect(reply.data).toEqual({ id, state: 'failed', received_bytes: letter.length })
  })

  test('while a check waits for its retry, no progress is shown', async () => {
    const artist = await createArtist()
    const id = await uploadWithoutCheck(
      artist,
      Buffer.from('This is a letter, and no film at all. '.repeat(90)),
      'gone.mov',
    )
    await shop.db
      .updateTable('uploads')
      .set({ check_step: 'joining', checked_percent: 42 })
      .where('id', '=', id)
      .execute()
    rmSync(path.join(shop.config.data_dir, 'uploads', String(id)), { recursive: true })
    await expect(checkUpload(shop, id)).rejects.toThrow()
    expect(
      await shop.db
        .selectFrom('uploads')
        .where('id', '=', id)
        .select(['state', 'check_step', 'checked_percent'])
        .executeTakeFirst(),
    ).toEqual({ state: 'checking', check_step: null, checked_percent: null })
  })

  test('a failed upload is checked when staff retry its job, can be removed, and is swept in the end', async () => {
    const artist = await createArtist()
    const letter = Buffer.from('This is a letter, and no film at all. '.repeat(90))
    const [revived, removed, abandoned] = [
      await uploadWithoutCheck(artist, letter, 'revived.mov'),
      await uploadWithoutCheck(artist, letter, 'away.mov'),
      await uploadWithoutCheck(artist, letter, 'left.mov'),
    ]
    await endLostChecks(withQueuedChecks())
    await checkUpload(shop, revived)
    expect((await rowOf(artist, revived))?.state).toBe('refused')
    await artist.visitor.call(removeUpload, { params: { id: String(removed) } })
    expect(isOnDisk(removed)).toBe(false)
    shop.clock.advance(7 * DAY_MS + 1)
    await sweepUploads(shop)
    expect(isOnDisk(abandoned)).toBe(false)
    expect(await shop.db.selectFrom('uploads').where('id', 'in', [removed, abandoned]).select('id').execute()).toEqual(
      [],
    )
  })

  test(
    'an account that is deleted during the check leaves no clip behind',
    async () => {
      const artist = await createArtist()
      const bytes = readFileSync(footage.make('leaver.mov', [], '48'))
      const id = await uploadWithoutCheck(artist, bytes)
      // The row disappears after the check has read it and before its last step.
      const db = shop.db
      const deps = {
        ...shop,
        storage: {
          ...shop.storage,
          adopt: async (key: string, file: string) => {
            await db.deleteFrom('uploads').where('id', '=', id).execute()
            await shop.storage.adopt(key, file)
          },
        },
      }
      await checkUpload(deps, id)
      expect(await db.selectFrom('uploads').where('id', '=', id).select('id').execute()).toEqual([])
      const clips = await db
        .selectFrom('clips')
        .where('filmmaker_id', '=', artist.filmmaker_id)
        .where('status', '=', 'draft')
        .select('id')
        .execute()
      expect(clips).toEqual([])
      expect(isOnDisk(id)).toBe(false)
      expect(existsSync(path.join(shop.config.data_dir, 'ingest', `upload-${id}`))).toBe(false)
    },
    2 * MINUTE_MS,
  )

  test(
    'the progress of a check is listed for its sender and for staff until it ends',
    async () => {
      const [artist, staff] = [await createArtist(), await seedStaff(shop)]
      const bytes = readFileSync(footage.make('far.mov', [], '50'))
      const id = await uploadWithoutCheck(artist, bytes)
      expect((await rowOf(artist, id))?.check).toBe(null)
      const progress: unknown[] = []
      // Read the list while the files are being stored; the first step is written immediately.
      const deps = {
        ...shop,
        storage: {
          ...shop.storage,
          adopt: async (key: string, file: string) => {
            const { data } = await staff.visitor.call(listStaffUploads, { query: {} })
            progress.push((await rowOf(artist, id))?.check, data.find(row => row.id === id)?.check)
            await shop.storage.adopt(key, file)
          },
        },
      }
      await checkUpload(deps, id)
      const [first, staffRow] = progress as { step: string; percent: number | null }[]
      expect(first?.step).toMatch(/^(joining|reading|making|saving)$/)
      expect(staffRow?.step).toMatch(/^(joining|reading|making|saving)$/)
      expect(await rowOf(artist, id)).toMatchObject({ state: 'needs_details', check: null })
    },
    2 * MINUTE_MS,
  )

  test('choosing the same file for another shoot moves it; uploads as staff and as a filmmaker are separate', async () => {
    const artist = await createArtist()
    const bytes = randomBytes(100)
    const id = await begin(artist, bytes)
    const body = { ...uploadBody(bytes), shoot: 'Pepper' }
    expect((await artist.visitor.call(beginUpload, { body })).data.id).toBe(id)
    expect((await rowOf(artist, id))?.shoot).toBe('Pepper')
    await shop.db
      .updateTable('users')
      .set({ platform_roles: [1, 3, 4] })
      .where('id', '=', artist.user_id)
      .execute()
    const { data } = await artist.visitor.call(beginStaffUpload, {
      body: { ...body, filmmaker_id: artist.filmmaker_id },
    })
    expect(data.id).not.toBe(id)
  })
})
