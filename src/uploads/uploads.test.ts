/** Masters through the doors: in pieces, in any trouble; what becomes of good and bad files. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { wantsNews } from '../../testing/builders/digests.ts'
import { aFilmmaker } from '../../testing/builders/earnings.ts'
import { aClip, type Buyer } from '../../testing/builders/orders.ts'
import { aStaff } from '../../testing/builders/staff.ts'
import { openFootage } from '../../testing/footage.ts'
import { findPrograms } from '../media/ffmpeg.server.ts'
import type { Events } from '../platform/outbox.server.ts'
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
import { failedChecksDigest } from './digest.server.ts'
import { kept_ms, most_bytes, most_open, piece_bytes } from './limits.ts'
import { mailChecksFailed } from './mails.server.ts'
import { check_job } from './queue.ts'
import { endLostChecks, sweepUploads } from './sweep.server.ts'

const programs = findPrograms()
const minutes = 60_000
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
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

  const anArtist = async () => aFilmmaker(shop, await aClip(shop))
  const wish = (bytes: Buffer, file_name = 'tide.mov') => ({
    shoot: 'Salt',
    file_name,
    size_bytes: bytes.length,
    modified_ms: 1_700_000_000_000,
  })
  const beginWith = async ({ visitor }: Buyer, bytes: Buffer, file_name?: string) =>
    (await visitor.call(beginUpload, { body: wish(bytes, file_name) })).data.id
  const piece = async ({ visitor }: Buyer, id: number, offset: number, body: Buffer) => {
    const answer = await visitor.send(`/api/uploads/${id}/pieces/${offset}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body,
    })
    const said = (await answer.json()) as { data?: { received_bytes: number }; message?: string }
    return { status: answer.status, ...said }
  }
  const finishWith = ({ visitor }: Buyer, id: number, sha256: string) =>
    visitor.call(finishUpload, { params: { id: String(id) }, body: { sha256 } })
  /** From beginning to the end of the check. */
  const sendWhole = async (artist: Buyer, bytes: Buffer, file_name?: string) => {
    const id = await beginWith(artist, bytes, file_name)
    await piece(artist, id, 0, bytes)
    await finishWith(artist, id, sumOf(bytes))
    await checkUpload(shop, id)
    return rowOf(artist, id)
  }
  const rowOf = async ({ visitor }: Buyer, id: number) =>
    (await visitor.call(listUploads, {})).data.find(row => row.id === id)
  const checksOf = (id: number) =>
    shop.jobs.sent.filter(({ name, data }) => name === check_job && (data as { id: number }).id === id)
  const onDisk = (id: number) => existsSync(path.join(shop.config.data_dir, 'uploads', String(id)))

  test(
    'a file in pieces becomes a draft with its pictures, and nothing of it is left behind',
    async () => {
      const artist = await anArtist()
      const bytes = readFileSync(footage.make('pieces.mov', ['-timecode', '01:02:03:04']))
      const id = await beginWith(artist, bytes, 'harbor_at-dusk.mov')
      const cut = Math.floor(bytes.length / 3)
      expect(await piece(artist, id, 0, bytes.subarray(0, cut))).toMatchObject({ data: { received_bytes: cut } })
      // The same again, and a part of it: neither harms.
      expect(await piece(artist, id, 0, bytes.subarray(0, cut))).toMatchObject({ data: { received_bytes: cut } })
      expect(await piece(artist, id, 5, randomBytes(cut))).toMatchObject({ data: { received_bytes: cut } })
      const early = await piece(artist, id, 2 * cut, bytes.subarray(2 * cut))
      expect(early).toMatchObject({ status: 409, message: `Pieces come one after the other: go on from byte ${cut}.` })
      await expect(finishWith(artist, id, sumOf(bytes))).rejects.toMatchObject({ status: 409 })
      // Chosen again, it goes on.
      expect(await beginWith(artist, bytes, 'harbor_at-dusk.mov')).toBe(id)
      await piece(artist, id, cut, bytes.subarray(cut, 2 * cut))
      await piece(artist, id, 2 * cut, bytes.subarray(2 * cut))
      expect((await finishWith(artist, id, sumOf(bytes))).data.state).toBe('checking')
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
      expect(clip).toEqual({ filmmaker_id: artist.filmmaker_id, status: 'draft', sha256: sumOf(bytes) })
      expect(onDisk(id)).toBe(false)
      expect(readdirSync(path.join(shop.config.data_dir, 'ingest'))).toEqual([])
    },
    2 * minutes,
  )

  test(
    'of twenty who send the same piece, and twenty who finish, one counts: one check, one clip',
    async () => {
      const artist = await anArtist()
      const bytes = readFileSync(footage.make('twenty.mov', [], '25'))
      const id = await beginWith(artist, bytes)
      // Only the first that is here may stay: the others hold other bytes from then on.
      const sent = await Promise.all(twenty.map(() => piece(artist, id, 0, bytes.subarray(0, 1_000))))
      expect(new Set(sent.map(({ data }) => data?.received_bytes))).toEqual(new Set([1_000]))
      await Promise.all(twenty.map(() => piece(artist, id, 1_000, bytes.subarray(1_000))))
      const states = await Promise.all(twenty.map(() => finishWith(artist, id, sumOf(bytes))))
      expect(new Set(states.map(({ data }) => data.state))).toEqual(new Set(['checking']))
      expect(checksOf(id)).toHaveLength(1)
      await checkUpload(shop, id)
      const row = await rowOf(artist, id)
      expect(row?.state).toBe('needs_details')
      await finishWith(artist, id, sumOf(bytes))
      expect(checksOf(id)).toHaveLength(1)
      const clips = await shop.db
        .selectFrom('clips')
        .where('filmmaker_id', '=', artist.filmmaker_id)
        .where('status', '=', 'draft')
        .select('id')
        .execute()
      expect(clips).toEqual([{ id: row?.clip?.id }])
    },
    2 * minutes,
  )

  test(
    'the same footage twice is one clip; whose it is, its own filmmaker alone is told',
    async () => {
      const [artist, stranger] = [await anArtist(), await anArtist()]
      const bytes = readFileSync(footage.make('same.mov', [], '30'))
      expect((await sendWhole(artist, bytes, 'same.mov'))?.state).toBe('needs_details')
      expect(await sendWhole(artist, bytes, 'again.mov')).toMatchObject({
        state: 'refused',
        reason: expect.stringMatching(/: it is clip \d+, “Same”\.$/) as string,
        clip: null,
      })
      expect((await sendWhole(stranger, bytes, 'mine.mov'))?.reason).toBe(
        'We have this footage already. If it is yours, please write to us.',
      )
    },
    2 * minutes,
  )

  test(
    'what did not arrive as it was sent, and what is no video, is refused with its reason and can be put away',
    async () => {
      const artist = await anArtist()
      const bytes = Buffer.from('This is a letter, and no film at all. '.repeat(100))
      const id = await beginWith(artist, bytes)
      await piece(artist, id, 0, bytes)
      await finishWith(artist, id, 'a'.repeat(64))
      await checkUpload(shop, id)
      expect(await rowOf(artist, id)).toMatchObject({
        state: 'refused',
        reason: 'The file did not arrive as it was sent: its SHA-256 is another one. Please upload it again.',
      })
      const letter = await sendWhole(artist, bytes, 'letter.mov')
      expect(letter).toMatchObject({ state: 'refused', clip: null })
      expect(letter?.reason).toMatch(/\.$/)
      expect(onDisk(id)).toBe(false)
      await artist.visitor.call(removeUpload, { params: { id: String(id) } })
      expect(await rowOf(artist, id)).toBe(undefined)
      footage.still('still.mp4')
      expect((await sendWhole(artist, readFileSync(footage.at('still.mp4')), 'still.mp4'))?.reason).toContain(
        'Nothing moves',
      )
    },
    2 * minutes,
  )

  test('nothing larger than agreed comes in, neither in one piece nor in all', async () => {
    const artist = await anArtist()
    const body = { ...wish(Buffer.alloc(1)), size_bytes: most_bytes + 1 }
    await expect(artist.visitor.call(beginUpload, { body })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('up to 200 GB') as string,
    })
    const id = await beginWith(artist, Buffer.alloc(3 * piece_bytes))
    expect(await piece(artist, id, 0, Buffer.alloc(piece_bytes + 1))).toMatchObject({ status: 413 })
    expect(await piece(artist, id, 0, Buffer.alloc(piece_bytes))).toMatchObject({ status: 200 })
    const small = await beginWith(artist, Buffer.alloc(100), 'small.mov')
    expect(await piece(artist, small, 0, Buffer.alloc(101))).toMatchObject({ status: 413 })
    expect((await artist.visitor.call(getUpload, { params: { id: String(small) } })).data.received_bytes).toBe(0)
    expect(readdirSync(path.join(shop.config.data_dir, 'uploads', String(small)))).toEqual([])
  })

  test('twenty at once begin no more than one person may have on the way', async () => {
    const artist = await anArtist()
    const names = Array.from({ length: most_open + 20 }, (_, n) => `${n}.mov`)
    const began = await Promise.allSettled(names.map(name => beginWith(artist, Buffer.alloc(10), name)))
    expect(began.filter(({ status }) => status === 'fulfilled')).toHaveLength(most_open)
    const refused = began.find(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { status: 429, message: expect.stringContaining('30 files') as string } })
  })

  test('what somebody else sends is not there', async () => {
    const [artist, other] = [await anArtist(), await anArtist()]
    const bytes = randomBytes(100)
    const id = await beginWith(artist, bytes)
    const params = { id: String(id) }
    expect(await piece(other, id, 0, bytes)).toMatchObject({ status: 404 })
    await expect(other.visitor.call(getUpload, { params })).rejects.toMatchObject({ status: 404 })
    await expect(finishWith(other, id, sumOf(bytes))).rejects.toMatchObject({ status: 404 })
    await expect(other.visitor.call(removeUpload, { params })).rejects.toMatchObject({ status: 404 })
    expect(await rowOf(other, id)).toBe(undefined)
    // Nor does our staff go on with it; they send in their own name.
    const staff = await aStaff(shop)
    expect(await piece(staff, id, 0, bytes)).toMatchObject({ status: 404 })
    const body = { ...wish(bytes), filmmaker_id: artist.filmmaker_id }
    const { data } = await staff.visitor.call(beginStaffUpload, { body })
    expect(await piece(artist, data.id, 0, bytes)).toMatchObject({ status: 404 })
    expect(await piece(staff, data.id, 0, bytes)).toMatchObject({ status: 200 })
    expect((await artist.visitor.call(getUpload, { params })).data.received_bytes).toBe(0)
  })

  test('whoever looks after the filmmaker no more, or edits no more, goes on with nothing', async () => {
    const artist = await anArtist()
    const editor = await aStaff(shop)
    const bytes = randomBytes(100)
    const id = await beginWith(artist, bytes)
    const body = { ...wish(bytes), filmmaker_id: artist.filmmaker_id }
    const { data } = await editor.visitor.call(beginStaffUpload, { body })
    await shop.db.deleteFrom('filmmaker_people').where('user_id', '=', artist.user_id).execute()
    await shop.db
      .updateTable('users')
      .set({ platform_roles: [1] })
      .where('id', '=', editor.user_id)
      .execute()
    for (const [sender, upload] of [
      [artist, id],
      [editor, data.id],
    ] as const) {
      expect(await piece(sender, upload, 0, bytes)).toMatchObject({ status: 404 })
      await expect(finishWith(sender, upload, sumOf(bytes))).rejects.toMatchObject({ status: 404 })
    }
  })

  test('a filmmaker does not read who of us sent something for them', async () => {
    const clip = await aClip(shop)
    const [artist, staff] = [await aFilmmaker(shop, clip), await aStaff(shop)]
    const bytes = randomBytes(100)
    const body = { ...wish(bytes), filmmaker_id: artist.filmmaker_id }
    const { id } = (await staff.visitor.call(beginStaffUpload, { body })).data
    const taken = { state: 'taken', clip_id: clip.id, sha256: sumOf(bytes), received_bytes: bytes.length }
    await shop.db.updateTable('uploads').set(taken).where('id', '=', id).execute()
    expect(await rowOf(artist, id)).toMatchObject({ id, sent_by: null })
    const { data } = await staff.visitor.call(listStaffUploads, { query: {} })
    expect(data.find(row => row.id === id)).toMatchObject({ sent_by: staff.email })
  })

  test('one that is broken off is gone with its bytes, one that is checked cannot be', async () => {
    const artist = await anArtist()
    const bytes = randomBytes(100)
    const id = await beginWith(artist, bytes)
    await piece(artist, id, 0, bytes)
    expect(onDisk(id)).toBe(true)
    await artist.visitor.call(removeUpload, { params: { id: String(id) } })
    expect(onDisk(id)).toBe(false)
    expect(await piece(artist, id, 0, bytes)).toMatchObject({ status: 404 })
    const checked = await beginWith(artist, bytes)
    await piece(artist, checked, 0, bytes)
    await finishWith(artist, checked, sumOf(bytes))
    await expect(artist.visitor.call(removeUpload, { params: { id: String(checked) } })).rejects.toMatchObject({
      status: 409,
    })
  })

  test('what nobody goes on with is swept', async () => {
    const artist = await anArtist()
    const bytes = randomBytes(100)
    const [left, done] = [await beginWith(artist, bytes, 'left.mov'), await beginWith(artist, bytes, 'done.mov')]
    for (const id of [left, done]) await piece(artist, id, 0, bytes)
    await finishWith(artist, done, sumOf(bytes))
    await sweepUploads(shop)
    expect([onDisk(left), onDisk(done)]).toEqual([true, true])
    shop.clock.advance(kept_ms + 1)
    const fresh = await beginWith(artist, bytes, 'fresh.mov')
    await piece(artist, fresh, 0, bytes)
    await sweepUploads(shop)
    expect([onDisk(left), onDisk(done), onDisk(fresh)]).toEqual([false, true, true])
    expect(await piece(artist, left, 0, bytes)).toMatchObject({ status: 404 })
  })

  /** As the queue says it: the jobs of these wait, or are worked on. */
  const inQueue = (...ids: number[]) => ({
    ...shop,
    jobs: { ...shop.jobs, waits: async (name: string, key: string) => name === check_job && ids.includes(Number(key)) },
  })
  const sent = async (artist: Buyer, bytes: Buffer, file_name?: string) => {
    const id = await beginWith(artist, bytes, file_name)
    await piece(artist, id, 0, bytes)
    await finishWith(artist, id, sumOf(bytes))
    return id
  }
  const again = ({ visitor }: Buyer, id: number) => visitor.call(checkAgain, { params: { id: String(id) } })

  test(
    'a check that was given up, or put aside, is not begun behind anybody’s back: its sender reads so, and has it tried again',
    async () => {
      const artist = await anArtist()
      const bytes = readFileSync(footage.make('again.mov', [], '24'))
      const [dead, waits] = [await sent(artist, bytes, 'dead.mov'), await sent(artist, bytes, 'waits.mov')]
      for (const _ of [1, 2]) await endLostChecks(inQueue(waits))
      expect((await rowOf(artist, waits))?.state).toBe('checking')
      expect(await rowOf(artist, dead)).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining('something broke on our side') as string,
      })
      expect([checksOf(dead).length, checksOf(waits).length]).toEqual([1, 1])
      await expect(again(await anArtist(), dead)).rejects.toMatchObject({ status: 404 })

      // It is all here still.
      await sweepUploads(shop)
      expect(onDisk(dead)).toBe(true)
      const states = await Promise.all(twenty.map(() => again(artist, dead)))
      expect(new Set(states.map(({ data }) => data.state))).toEqual(new Set(['checking']))
      expect(checksOf(dead)).toHaveLength(2)
      await checkUpload(shop, dead)
      expect(await rowOf(artist, dead)).toMatchObject({ state: 'needs_details', reason: '' })
      await expect(again(artist, dead)).rejects.toMatchObject({ status: 409 })
    },
    2 * minutes,
  )

  test('whoever sent what could not be checked is told once, as they chose, of what is still so', async () => {
    const letter = Buffer.from('This is a letter, and no film at all. '.repeat(90))
    const told = async ({ user_id }: Buyer) =>
      (await shop.db.selectFrom('events').where('name', '=', 'uploads.failed').select('payload').execute())
        .map(({ payload }) => payload as Events['uploads.failed'])
        .filter(news => news.user_id === user_id)
    const gathered = ({ user_id }: Buyer) =>
      shop.db.selectFrom('digest_items').where('user_id', '=', user_id).select(['kind', 'about']).execute()
    const [hasty, weekly, never] = [
      await wantsNews(shop, await anArtist(), 'at_once'),
      await wantsNews(shop, await anArtist(), 'weekly'),
      await wantsNews(shop, await anArtist(), 'never'),
    ]
    const [first, second] = [await sent(hasty, letter, 'first.mov'), await sent(hasty, letter, 'second.mov')]
    const waiting = await sent(weekly, letter, 'third.mov')
    await sent(never, letter, 'fourth.mov')
    for (const _ of [1, 2]) await endLostChecks(inQueue())
    expect(await told(hasty)).toEqual([{ user_id: hasty.user_id, upload_ids: [first, second] }])
    expect([await told(weekly), await told(never), await gathered(never)]).toEqual([[], [], []])
    expect(await gathered(weekly)).toEqual([{ kind: 'uploads.failed', about: { upload_ids: [waiting] } }])
    const section = () =>
      failedChecksDigest.section(shop.deps, { user_id: weekly.user_id }, [
        { kind: 'uploads.failed', about: { upload_ids: [waiting] }, at: shop.clock.now() },
      ])
    expect(await section()).toMatchObject({
      headline: '1 file could not be checked',
      lines: [{ name: 'third.mov', to: '/filmmaker/uploads' }],
    })

    // One of them goes on before the mail is written.
    await again(hasty, second)
    const news = { user_id: hasty.user_id, upload_ids: [first, second] }
    const before = shop.mail.sent.length
    await mailChecksFailed(shop.deps, news)
    await again(hasty, first)
    await mailChecksFailed(shop.deps, news)
    const mails = shop.mail.sent.slice(before)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[hasty.email, '“first.mov” could not be checked']])
    expect(mails[0]?.text).toContain('/filmmaker/uploads')
    await again(weekly, waiting)
    expect(await section()).toBeUndefined()

    // Nor is anybody told of a filmmaker whom they look after no more.
    const gone = await wantsNews(shop, await anArtist(), 'at_once')
    const left = await sent(gone, letter, 'left.mov')
    await endLostChecks(inQueue())
    await shop.db.deleteFrom('filmmaker_people').where('user_id', '=', gone.user_id).execute()
    const already = shop.mail.sent.length
    await mailChecksFailed(shop.deps, { user_id: gone.user_id, upload_ids: [left] })
    expect(shop.mail.sent).toHaveLength(already)
  })

  test('the same file chosen again is the one that failed, and is only checked again', async () => {
    const artist = await anArtist()
    const letter = Buffer.from('This is a letter, and no film at all. '.repeat(90))
    const id = await sent(artist, letter, 'again.mov')
    await endLostChecks(inQueue())
    const begun = await artist.visitor.call(beginUpload, { body: wish(letter, 'again.mov') })
    expect(begun.data).toEqual({ id, state: 'failed', received_bytes: letter.length })
  })

  test('while a check waits to be tried again, nothing says that it goes on', async () => {
    const artist = await anArtist()
    const id = await sent(artist, Buffer.from('This is a letter, and no film at all. '.repeat(90)), 'gone.mov')
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

  test('one that failed is checked when one of us has its job tried again, can be put away, and is swept in the end', async () => {
    const artist = await anArtist()
    const letter = Buffer.from('This is a letter, and no film at all. '.repeat(90))
    const [revived, away, left] = [
      await sent(artist, letter, 'revived.mov'),
      await sent(artist, letter, 'away.mov'),
      await sent(artist, letter, 'left.mov'),
    ]
    await endLostChecks(inQueue())
    await checkUpload(shop, revived)
    expect((await rowOf(artist, revived))?.state).toBe('refused')
    await artist.visitor.call(removeUpload, { params: { id: String(away) } })
    expect(onDisk(away)).toBe(false)
    shop.clock.advance(kept_ms + 1)
    await sweepUploads(shop)
    expect(onDisk(left)).toBe(false)
    expect(await shop.db.selectFrom('uploads').where('id', 'in', [away, left]).select('id').execute()).toEqual([])
  })

  test(
    'whoever leaves while their file is checked leaves no clip behind',
    async () => {
      const artist = await anArtist()
      const bytes = readFileSync(footage.make('leaver.mov', [], '48'))
      const id = await sent(artist, bytes)
      // As the last step of the check finds it: the row went after the check had read it.
      const db = shop.db
      const leaving = {
        ...shop,
        storage: {
          ...shop.storage,
          adopt: async (key: string, file: string) => {
            await db.deleteFrom('uploads').where('id', '=', id).execute()
            await shop.storage.adopt(key, file)
          },
        },
      }
      await checkUpload(leaving, id)
      expect(await db.selectFrom('uploads').where('id', '=', id).select('id').execute()).toEqual([])
      const clips = await db
        .selectFrom('clips')
        .where('filmmaker_id', '=', artist.filmmaker_id)
        .where('status', '=', 'draft')
        .select('id')
        .execute()
      expect(clips).toEqual([])
      expect(onDisk(id)).toBe(false)
      expect(existsSync(path.join(shop.config.data_dir, 'ingest', `upload-${id}`))).toBe(false)
    },
    2 * minutes,
  )

  test(
    'how far a check is stands in the list, for its sender and for staff, and is gone with its end',
    async () => {
      const [artist, staff] = [await anArtist(), await aStaff(shop)]
      const bytes = readFileSync(footage.make('far.mov', [], '50'))
      const id = await sent(artist, bytes)
      expect((await rowOf(artist, id))?.check).toBe(null)
      const seen: unknown[] = []
      // As somebody finds it who looks while its files are stored; the first step is written at once.
      const looking = {
        ...shop,
        storage: {
          ...shop.storage,
          adopt: async (key: string, file: string) => {
            const { data } = await staff.visitor.call(listStaffUploads, { query: {} })
            seen.push((await rowOf(artist, id))?.check, data.find(row => row.id === id)?.check)
            await shop.storage.adopt(key, file)
          },
        },
      }
      await checkUpload(looking, id)
      const [first, to_staff] = seen as { step: string; percent: number | null }[]
      expect(first?.step).toMatch(/^(joining|reading|making|saving)$/)
      expect(to_staff?.step).toMatch(/^(joining|reading|making|saving)$/)
      expect(await rowOf(artist, id)).toMatchObject({ state: 'needs_details', check: null })
    },
    2 * minutes,
  )

  test('the same file chosen for another shoot goes there; sent for us and for oneself are two', async () => {
    const artist = await anArtist()
    const bytes = randomBytes(100)
    const id = await beginWith(artist, bytes)
    const body = { ...wish(bytes), shoot: 'Pepper' }
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
