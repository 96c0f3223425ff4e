/** Files that are made of a master when somebody first asks for them, through the door of downloads. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer } from '../../testing/builders/orders.ts'
import { openFootage } from '../../testing/footage.ts'
import { madeBytes, madeSize } from '../media/deliverable.ts'
import { findPrograms } from '../media/ffmpeg.server.ts'
import { makeFile, mediaJobs } from '../media/made-files.server.ts'
import { probe } from '../media/probe.server.ts'
import { openJobs } from '../platform/jobs.server.ts'
import { downloadClip, listLicenses } from './clips-contract.ts'
import { putProjectDetails } from './contract.ts'
import { zipFiles } from './zip/contract.ts'

const programs = findPrograms()
const withPrograms = test.skipIf(!programs)

let shop: TestApp
let folder: string
let footage: ReturnType<typeof openFootage>
beforeAll(async () => {
  shop = await openTestApp()
  folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-made-'))
  footage = openFootage(programs?.ffmpeg ?? '', folder)
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})
let serial = 0
beforeEach(() => (serial += 1))

const details = { client_name: 'Aster', project_name: 'Tide', project_description: 'Film', start_date: '2026-04-01' }
const ask = async (by: Buyer, clip_id: number, format_id = 3) =>
  (await by.visitor.call(downloadClip, { params: { id: String(clip_id) }, body: { format_id } })).data.url

/** Somebody who may download HD and Highest Res of a clip that has neither yet; its master is `file`. */
const owned = async (file?: string) => {
  const owner = await aMember(shop)
  const clip = await aClip(shop)
  const { master_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip.id)
    .select('master_id')
    .executeTakeFirstOrThrow()
  if (file && programs) {
    const { facts } = await probe(programs, file)
    const storage_key = `masters/${facts.sha256}.mov`
    await shop.storage.adopt(storage_key, file)
    const master = { sha256: facts.sha256, storage_key, facts: JSON.stringify(facts) }
    await shop.db.updateTable('masters').set(master).where('id', '=', master_id).execute()
  }
  await shop.db
    .updateTable('clip_formats')
    .set({ storage_key: null, codec: 'prores', file_name: 'tide.mov' })
    .where('clip_id', '=', clip.id)
    .execute()
  const { number, item_ids } = await anOrder(shop, owner, 'paid', { clips: [clip, clip] })
  for (const table of ['order_items', 'licenses'] as const)
    await shop.db
      .updateTable(table)
      .set({ format_id: 2 })
      .where(table === 'licenses' ? 'order_item_id' : 'id', '=', item_ids[1] ?? 0)
      .execute()
  await owner.visitor.call(putProjectDetails, { params: { id: number }, body: details })
  return { owner, clip, master_id }
}

const rowOf = (master_id: number, format_id = 3) =>
  shop.db
    .selectFrom('made_files')
    .where('master_id', '=', master_id)
    .where('format_id', '=', format_id)
    .selectAll()
    .executeTakeFirst()

/** As if a small video had been found in its master, which holds none. */
const saySmall = (master_id: number) => {
  const facts = { container: 'mov', width: 320, height: 180, fps_num: 24, frames: 24, duration_ms: 1_000 }
  return shop.db
    .updateTable('masters')
    .set({ facts: JSON.stringify(facts) })
    .where('id', '=', master_id)
    .execute()
}

const making = { status: 409, message: /being made/, meta: { making: { percent: 0 } } }

/** What an outside program says of a file. */
const facts = (file: string) => {
  const said = execFileSync(programs?.ffprobe ?? '', ['-v', 'error', '-show_streams', '-of', 'json', file]).toString()
  const { streams } = JSON.parse(said) as { streams: Record<string, unknown>[] }
  return {
    video: streams.find(one => one['codec_type'] === 'video'),
    sound: streams.find(one => one['codec_type'] === 'audio'),
  }
}

withPrograms(
  'what is asked for first is made as ProRes 422: the size, rate, frames and start timecode are right, and it is kept',
  async () => {
    const silent = footage.make('silent.mov', [], '30000/1001', '2048x1152')
    const wide = footage.at('wide.mov')
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=1.2', '-c:v', 'copy', '-c:a', 'aac', '-timecode', '01:00:00;00']
    execFileSync(programs?.ffmpeg ?? '', ['-v', 'error', '-i', silent, ...sound, wide])
    const { owner, clip, master_id } = await owned(wide)
    await expect(ask(owner, clip.id)).rejects.toMatchObject(making)
    const [shown] = (await owner.visitor.call(listLicenses, { query: {} })).data
    expect(shown?.formats).toMatchObject([
      { id: 3, is_to_make: true },
      { id: 2, is_to_make: true },
    ])
    for (const [format_id, width, height] of [
      [3, 1920, 1080],
      [2, 2048, 1152],
    ] as const) {
      await ask(owner, clip.id, format_id).catch(() => {})
      await makeFile(shop, { master_id, format_id })
      const answer = await owner.visitor.send(await ask(owner, clip.id, format_id), { method: 'GET' })
      const file = path.join(folder, `made-${format_id}.mov`)
      writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
      expect(answer.headers.get('content-disposition')).toMatch(/-(hd|highest-res)\.mov"$/)
      const { video, sound } = facts(file)
      expect(video).toMatchObject({
        codec_name: 'prores',
        profile: 'Standard',
        codec_tag_string: 'apcn',
        pix_fmt: 'yuv422p10le',
        width,
        height,
        r_frame_rate: '30000/1001',
        avg_frame_rate: '30000/1001',
        nb_frames: '36',
        tags: { timecode: '01:00:00;00' },
      })
      expect(sound).toMatchObject({ codec_name: 'pcm_s24le' })
    }
    const [kept] = (await owner.visitor.call(listLicenses, { query: {} })).data
    expect(kept?.formats.map(one => one.is_to_make)).toEqual([false, false])
    const row = await rowOf(master_id)
    expect(kept?.formats[0]?.size_bytes).toBe(row?.size_bytes)
    // Both go into one zip, with the hashes that were taken when they were made.
    const files = [2, 3].map(format_id => ({ clip_id: clip.id, format_id }))
    const zip = await owner.visitor.call(zipFiles, { body: { files } })
    const answer = await owner.visitor.send(zip.data.url, { method: 'GET' })
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toContain(`${row?.sha256}  longtake-${clip.id}`)
  },
  300_000,
)

withPrograms(
  'twenty who ask at once wait for one file, made once by the shop’s own queue',
  async () => {
    const { owner, clip, master_id } = await owned(
      footage.make(`once-${serial}.mov`, ['-timecode', '02:00:00:00'], '25'),
    )
    const jobs = openJobs(shop.database)
    let runs = 0
    const counted = mediaJobs(shop.deps).map(one => ({
      ...one,
      run: async (data: object) => {
        runs += 1
        await one.run(data)
      },
    }))
    await jobs.start(counted, { works: true })
    const remembered = shop.deps.jobs
    shop.deps.jobs = jobs as typeof remembered
    try {
      const asked = await Promise.allSettled(Array.from({ length: 20 }, () => ask(owner, clip.id)))
      for (const one of asked) expect(one.status === 'fulfilled' || one.reason.meta.making !== undefined).toBe(true)
      await expect.poll(async () => (await rowOf(master_id))?.state, { timeout: 200_000 }).toBe('made')
      expect(await ask(owner, clip.id)).toContain('/download/formats/')
      expect(runs).toBe(1)
    } finally {
      shop.deps.jobs = remembered
      await jobs.stop()
    }
  },
  300_000,
)

test('a process that dies with a file in hand lets it go: another takes it over', async () => {
  const { owner, clip, master_id } = await owned()
  const taken: unknown[] = []
  const noted = mediaJobs(shop.deps).map(one => ({ ...one, run: async (data: object) => void taken.push(data) }))
  const [{ name } = { name: '' }] = noted
  const idle = openJobs(shop.database)
  await idle.start(noted, { works: false })
  const remembered = shop.deps.jobs
  shop.deps.jobs = idle as typeof remembered
  const dead = new PgBoss({ ...shop.database.jobs, schema: 'jobs', supervise: false, schedule: false, migrate: false })
  const other = openJobs(shop.database, { look_seconds: 1 })
  try {
    await expect(ask(owner, clip.id)).rejects.toMatchObject(making)
    await dead.start()
    expect(await dead.fetch(name)).toMatchObject([{ data: { master_id } }])
    // Killed: nothing is said any more, and a minute passes.
    await sql`update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where name = ${name}`.execute(
      shop.db,
    )
    await other.start(noted, { works: true })
    await expect.poll(() => taken, { timeout: 60_000 }).toEqual([{ master_id, format_id: 3 }])
  } finally {
    shop.deps.jobs = remembered
    await dead.stop({ graceful: false })
    await other.stop()
    await idle.stop()
  }
}, 90_000)

test('where there is no ffmpeg the buyer gets a sentence, our people a ticket, and later it is tried again', async () => {
  const { owner, clip, master_id } = await owned()
  await expect(ask(owner, clip.id)).rejects.toMatchObject(making)
  await makeFile(shop, { master_id, format_id: 3 }, null)
  await expect(ask(owner, clip.id)).rejects.toMatchObject({ status: 503, message: /cannot be made right now/ })
  const zip = owner.visitor.call(zipFiles, { body: { files: [{ clip_id: clip.id, format_id: 3 }] } })
  await expect(zip).rejects.toMatchObject({ status: 503 })
  const tickets = () => shop.db.selectFrom('tickets').where('kind', '=', 'delivery').selectAll().execute()
  expect(await tickets()).toMatchObject([{ topic: 'make_no_program', details: { Format: 'HD' } }])
  shop.clock.advance(61_000)
  await expect(ask(owner, clip.id)).rejects.toMatchObject(making)
  await makeFile(shop, { master_id, format_id: 3 }, null)
  expect(await tickets()).toHaveLength(1)
})

test('a fault of the machine is told too, and tried again', async () => {
  const { owner, clip, master_id } = await owned()
  await saySmall(master_id)
  await expect(ask(owner, clip.id)).rejects.toMatchObject(making)
  const nowhere = { ffmpeg: '/nowhere/ffmpeg', ffprobe: '/nowhere/ffprobe' }
  await expect(makeFile(shop, { master_id, format_id: 3 }, nowhere)).rejects.toThrow()
  await expect(ask(owner, clip.id)).rejects.toMatchObject({ status: 503, message: /cannot be made right now/ })
})

withPrograms('a master that cannot be read fails for itself, and is told', async () => {
  const { owner, clip, master_id } = await owned()
  await saySmall(master_id)
  await expect(ask(owner, clip.id)).rejects.toMatchObject(making)
  await makeFile(shop, { master_id, format_id: 3 })
  await expect(ask(owner, clip.id)).rejects.toMatchObject({ status: 503, message: /could not be made/ })
})

test('nobody without the right to a file has it made', async () => {
  const { clip, master_id } = await owned()
  await expect(ask(await aMember(shop), clip.id)).rejects.toMatchObject({ status: 404 })
  expect(await rowOf(master_id)).toBeUndefined()
})

test.each([
  [
    { width: 3840, height: 2160 },
    { width: 1920, height: 1080 },
  ],
  [
    { width: 2160, height: 3840 },
    { width: 1080, height: 1920 },
  ],
  [
    { width: 4096, height: 1716 },
    { width: 1920, height: 804 },
  ],
  [
    { width: 1280, height: 720 },
    { width: 1280, height: 720 },
  ],
])('HD of %j is %j, and is as large as Apple says', (master, size) => {
  expect(madeSize(master, 3)).toEqual(size)
  expect(madeBytes({ width: 1920, height: 1080, frames: 2997 }, 3)).toBeCloseTo(147e6 * (100 / 8), -6)
})
